/** A picture by its own bytes, whatever it is called: formats that hold pixels and nothing that runs. */
export interface ImageForm {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Undefined for anything else, SVG and broken files among it. */
export function readImageForm(bytes: Buffer): ImageForm | undefined {
  const found = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPng(bytes: Buffer): ImageForm | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG) || ascii(bytes, 12) !== 'IHDR') return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks over the segments to the one with the size. */
function readJpeg(bytes: Buffer): ImageForm | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isSize) return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

function readWebp(bytes: Buffer): ImageForm | undefined {
  if (bytes.length < 30 || ascii(bytes, 0) !== 'RIFF' || ascii(bytes, 8) !== 'WEBP') return undefined;
  const type = 'image/webp';
  switch (ascii(bytes, 12)) {
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

function ascii(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}
