import { describe, expect, it } from 'vitest';

import { charsetOfStart, decodeBody } from './charset.ts';
import { measureGrowth } from '../../test/growth.ts';

/** Bytes written as latin1 characters. */
function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const GERMAN_1252 = bytes('Stra\xDFe f\xFCr 5 \x80');
const RUSSIAN_1251 = bytes('\xCF\xF0\xE8\xE2\xE5\xF2');
const JAPANESE_SJIS = bytes('\x93\xFA\x96\x7B\x8C\xEA');
const CHINESE_GBK = bytes('\xD6\xD0\xCE\xC4');

describe('what a body is decoded by', () => {
  it.each<readonly [string, Uint8Array, string, string, string]>([
    ['a UTF-8 mark goes before everything', bytes('\xEF\xBB\xBFa\xC3\xA9'), 'text/html; charset=latin1', 'aé', 'utf-8'],
    ['a UTF-16LE mark', bytes('\xFF\xFEa\0\xE9\0'), 'text/html; charset=utf-8', 'aé', 'utf-16le'],
    ['a UTF-16BE mark', bytes('\xFE\xFF\0a\0\xE9'), '', 'aé', 'utf-16be'],
    ['UTF-16 without a mark', bytes('<\0p\0>\0\xE9\0'), '', '<p>é', 'utf-16le'],
    ['big-endian UTF-16 without a mark', bytes('\0<\0p\0>\0\xE9'), 'text/html; charset=utf-16', '<p>é', 'utf-16be'],
    ['the header', RUSSIAN_1251, 'text/html; charset=windows-1251', 'Привет', 'windows-1251'],
    ['the header in quotes and odd case', RUSSIAN_1251, 'text/html;CHARSET="Windows-1251"', 'Привет', 'windows-1251'],
    ['the header in single quotes', RUSSIAN_1251, "text/html; charset='cp1251'", 'Привет', 'windows-1251'],
    ['an Asian header', JAPANESE_SJIS, 'text/html; charset=Shift_JIS', '日本語', 'shift_jis'],
    ['the header under another name of its charset', CHINESE_GBK, 'text/html; charset=gb2312', '中文', 'gbk'],
    [
      'the header goes before the meta element',
      bytes('<meta charset="windows-1251">\xD6\xD0\xCE\xC4'),
      'text/html; charset=gbk',
      '<meta charset="windows-1251">中文',
      'gbk',
    ],
    ['neither: windows-1252', GERMAN_1252, 'text/html', 'Straße für 5 €', 'windows-1252'],
    ['neither: UTF-8', utf8('Straße für 5 €'), 'text/html', 'Straße für 5 €', 'utf-8'],
    ['nothing at all', bytes(''), '', '', 'utf-8'],
    ['plain ASCII', bytes('hello'), '', 'hello', 'utf-8'],
    ['plain ASCII of a declared charset', bytes('hello'), 'text/html; charset=iso-8859-1', 'hello', 'windows-1252'],
  ])('%s', (_, body, header, text, charset) => {
    expect(decodeBody(body, header)).toEqual({ text, charset });
  });

  it.each([
    ['<meta charset="windows-1251">'],
    ["<META CHARSET='windows-1251'>"],
    ['<meta charset=windows-1251>'],
    ['<meta\ncharset = windows-1251 />'],
    ['<meta name="x" content="y" charset="cp1251">'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'],
    ['<meta content="text/html;charset=\'windows-1251\'" http-equiv=content-type>'],
    ['<!-- <meta charset="utf-8"> --><meta charset="windows-1251">'],
    ['<!doctype html><html><head><title>a < b</title><meta charset="windows-1251">'],
    ['<metadata charset="utf-8"><meta charset="windows-1251">'],
    ['<?xml version="1.0" encoding="windows-1251"?>'],
    ['<meta charset="nonsense"><p>'.replace('nonsense', 'windows-1251')],
  ])('finds the declaration %s', (declaration) => {
    const decoded = decodeBody(Buffer.concat([bytes(declaration), RUSSIAN_1251]), 'text/html');
    expect(decoded).toEqual({ text: `${declaration}Привет`, charset: 'windows-1251' });
  });

  it('does not look for a declaration behind the first kilobyte', () => {
    const body = Buffer.concat([bytes(' '.repeat(1024)), bytes('<meta charset="windows-1251">'), RUSSIAN_1251]);
    expect(decodeBody(body, '').charset).toBe('windows-1252');
  });
});

describe('the charset of a stream by its first bytes', () => {
  it.each([
    ['\xEF\xBB\xBF<urlset', 'utf-8'],
    ['\xFF\xFE<\0u\0', 'utf-16le'],
    ['<\0u\0r\0', 'utf-16le'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?>', 'windows-1252'],
    ['<?xml version="1.0" encoding="UTF-16"?>', undefined],
    ['<?xml version="1.0"?>', undefined],
    ['', undefined],
  ])('%j: %s', (start, charset) => {
    expect(charsetOfStart(bytes(start))).toBe(charset);
  });
});

describe('declarations that lie', () => {
  it.each<readonly [string, Uint8Array, string, string, string]>([
    ['latin1 that is UTF-8', utf8('naïve café'), 'text/html; charset=ISO-8859-1', 'naïve café', 'utf-8'],
    ['meta latin1 that is UTF-8', utf8('<meta charset=latin1>é'), '', '<meta charset=latin1>é', 'utf-8'],
    ['UTF-8 that is windows-1252', GERMAN_1252, 'text/html; charset=utf-8', 'Straße für 5 €', 'windows-1252'],
    ['gbk that is UTF-8', utf8('你好世界，欢迎'), 'text/html; charset=gbk', '你好世界，欢迎', 'utf-8'],
    ['UTF-16 that is UTF-8', utf8('plain é'), 'text/html; charset=utf-16', 'plain é', 'utf-8'],
    ['an unknown label', utf8('é'), 'text/html; charset=klingon', 'é', 'utf-8'],
    [
      'a label that may not be decoded',
      GERMAN_1252,
      'text/html; charset=replacement',
      'Straße für 5 €',
      'windows-1252',
    ],
    ['a made-up label', GERMAN_1252, 'text/html; charset=x-user-defined', 'Straße für 5 €', 'windows-1252'],
    ['an empty label', utf8('é'), 'text/html; charset=', 'é', 'utf-8'],
  ])('%s', (_, body, header, text, charset) => {
    expect(decodeBody(body, header)).toEqual({ text, charset });
  });

  it('asks the meta element when the header says UTF-8 and the bytes are not', () => {
    const body = Buffer.concat([bytes('<meta charset="windows-1251">'), RUSSIAN_1251]);
    expect(decodeBody(body, 'text/html; charset=utf-8').text).toContain('Привет');
  });

  it('keeps UTF-8 in spite of a few broken characters', () => {
    const body = Buffer.concat([utf8('é'.repeat(50)), bytes('\xFF'), utf8('ü'.repeat(50))]);
    expect(decodeBody(body, 'text/html; charset=utf-8')).toEqual({
      text: 'é'.repeat(50) + '\uFFFD' + 'ü'.repeat(50),
      charset: 'utf-8',
    });
  });

  it('keeps UTF-8 that is cut inside a character', () => {
    expect(decodeBody(bytes('caf\xE2\x82'), 'text/html')).toEqual({ text: 'caf\uFFFD', charset: 'utf-8' });
  });

  it('believes a short Asian text that could be UTF-8 by chance', () => {
    expect(decodeBody(bytes('\xC4\xA3'), 'text/html; charset=gbk')).toEqual({ text: '模', charset: 'gbk' });
  });
});

describe('bodies that are meant to hurt', () => {
  it('decodes any bytes under any label without throwing', () => {
    const body = Uint8Array.from({ length: 65_536 }, (_, index) => (index * index + (index >> 3)) % 256);
    for (const label of ['utf-8', 'utf-16', 'gb18030', 'iso-2022-jp', 'hz-gb-2312', '\0', 'a'.repeat(1e6)]) {
      expect(typeof decodeBody(body, `text/html; charset=${label}`).text).toBe('string');
    }
  });

  it.each([
    ['meta elements without end', (times: number) => '<meta '.repeat(times)],
    ['attributes without end', (times: number) => '<meta ' + 'a='.repeat(3 * times)],
    ['comments without end', (times: number) => '<!--'.repeat(1.5 * times)],
    ['an XML declaration without end', (times: number) => '<?xml ' + 'encoding '.repeat(0.7 * times)],
  ])('reads %s in linear time', (_, text) => {
    expect(measureGrowth((times) => decodeBody(bytes(text(times)), 'text/html'), 500)).toBeLessThan(9);
  });

  it('decodes what is UTF-8 and says something else in linear time', () => {
    const decoded = (size: number): unknown => decodeBody(utf8('ä'.repeat(size)), 'text/html; charset=latin1').charset;
    expect(decoded(1000)).toBe('utf-8');
    expect(measureGrowth(decoded, 20_000)).toBeLessThan(9);
  });
});
