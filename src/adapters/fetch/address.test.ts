import { describe, expect, it } from 'vitest';

import { isInNetworks, isPublicAddress, isSameAddress, parseNetwork } from './address.ts';

describe('public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::200e', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['0.0.0.0', 'this network'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'carrier NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'metadata service'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'mapped loopback'],
    ['::ffff:7f00:1', 'mapped loopback'],
    ['::ffff:10.0.0.1', 'mapped private'],
    ['::127.0.0.1', 'compatible loopback'],
    ['::8.8.8.8', 'compatible'],
    ['::ffff:0:127.0.0.1', 'translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64 of a public one'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['3fff::1', 'documentation'],
    ['4000::1', 'not given out'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd12:3456::1', 'unique local'],
    ['fe80::1', 'link local'],
    ['fe80::1%eth0', 'link local with a zone'],
    ['fec0::1', 'site local'],
    ['ff02::1', 'multicast'],
    ['', 'nothing'],
    ['example.com', 'a name'],
    ['256.1.1.1', 'no address'],
  ])('%s is not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('networks that an operator writes', () => {
  it.each([
    ['127.0.0.0/8', '127.4.5.6', true],
    ['127.0.0.0/8', '::ffff:127.4.5.6', true],
    ['127.0.0.0/8', '128.0.0.1', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['fd00::/8', 'fdab::1', true],
    ['fd00::/8', 'fc00::1', false],
    ['::1', '::1', true],
    ['::/0', '127.0.0.1', false],
    ['0.0.0.0/0', '::1', false],
    [' 192.168.0.0/16 ', '192.168.3.4', true],
  ])('%s holds %s: %s', (network, address, inside) => {
    expect(isInNetworks(address, [parseNetwork(network)])).toBe(inside);
  });

  it.each([
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '0x7f.1',
    'fd00::/129',
    '10.0.0.0/-1',
  ])('refuses "%s"', (text) => {
    expect(() => parseNetwork(text)).toThrow(/is not a valid network/);
  });
});

describe('one address in two spellings', () => {
  it.each([
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['', '', false],
  ])('%s and %s: %s', (left, right, same) => {
    expect(isSameAddress(left, right)).toBe(same);
  });
});
