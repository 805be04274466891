import { describe, expect, it } from 'vitest';

import { readImageForm } from './image-form.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARwxYOQDHZgv1eVbBcwAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffc0001108000200030301220002110103110100000000', 'hex'),
]);
const webp = Buffer.concat([
  Buffer.from('RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00', 'latin1'),
  Buffer.from([2, 0, 0, 1, 0, 0]),
]);

describe('a picture', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('is known as %s with its size by its bytes', (type, bytes) => {
    expect(readImageForm(bytes)).toEqual({ type, width: 3, height: 2 });
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    [
      'HTML behind the first bytes of a PNG',
      Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>'.repeat(3))]),
    ],
    ['a cut PNG', png.subarray(0, 20)],
    ['a cut JPEG', jpeg.subarray(0, 12)],
    ['a JPEG whose segments have no length', Buffer.from(`ffd8${'ffe00000'.repeat(20)}`, 'hex')],
    ['a PNG without pixels', Buffer.concat([png.subarray(0, 16), Buffer.alloc(24)])],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', (_name, bytes) => {
    expect(readImageForm(bytes)).toBeUndefined();
  });
});
