import { describe, expect, it } from 'vitest';

import { readHtmlPage } from './html.ts';
import { joinStreamed } from './streamed.ts';

const shown = (html: string): string => readHtmlPage(html, 'https://a.example/').text;

describe('a streamed page', () => {
  it('has its parts where its scripts would put them, in place of what is shown while one waits', () => {
    const html =
      '<h1>Title</h1><!--$?--><template id="B:0"></template><p>Loading…</p><!--/$--><footer>Foot</footer>' +
      '<div hidden id="S:0"><div><p>Part.</p><template id="P:1"></template></div></div><script>$RC("B:0","S:0")</script>' +
      '<div hidden id="S:1"><p>Part of the part.</p></div><script>$RS("S:1","P:1")</script>';
    expect(joinStreamed(html)).toBe(
      '<h1>Title</h1><!--$?--><div><p>Part.</p><p>Part of the part.</p></div><footer>Foot</footer><script>$RC("B:0","S:0")</script><script>$RS("S:1","P:1")</script>',
    );
    expect(shown(html)).toContain('Part.\nPart of the part.');
  });

  it('goes by the calls where the numbers differ, and by the numbers where no call is found', () => {
    const parts = '<div hidden id="S:2"><p>Two.</p></div><div hidden id="S:1"><p>One.</p></div>';
    const frame = '<p>a</p><template id="B:1"></template><!--/$--><p>b</p><template id="B:2"></template><!--/$-->';
    expect(shown(`${frame}${parts}<script>$RC("B:1","S:2");$RC("B:2","S:1")</script>`)).toBe('a\nTwo.\nb\nOne.');
    expect(shown(frame + parts)).toBe('a\nOne.\nb\nTwo.');
  });

  it('keeps what waits when its part has not come, and hides a part without a place', () => {
    const html = '<template id="B:0"></template><p>Loading…</p><!--/$--><div hidden id="S:7"><p>Lost.</p></div>';
    expect(shown(html)).toBe('Loading…');
  });

  it('is left alone where a part has no end or holds itself', () => {
    const open = '<p>a</p><template id="B:0"></template><div hidden id="S:0"><div><p>b</p>';
    expect(joinStreamed(open)).toBe(open);
    const itself = '<template id="B:0"></template><div hidden id="S:0">x<template id="B:0"></template></div>';
    expect(joinStreamed(itself)).toBe('x<template id="B:0"></template>');
  });
});
