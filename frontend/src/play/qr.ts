// QR codes of short texts: bytes, the lowest error correction that is enough for a screen, sizes 1 to 10.

/** For each size: bytes of data, bytes of correction in a block, blocks. */
const SIZES: readonly (readonly [number, number, number])[] = [
  [19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2], [156, 20, 2], [194, 24, 2], [232, 30, 2], [274, 18, 4],
];
const LEVEL_LOW = 1;

const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const next = [...generator, 0];
    for (const [place, factor] of generator.entries()) next[place + 1]! ^= times(factor, EXP[root]!);
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let place = 0; place < data.length; place += 1) {
    const lead = rest[place]!;
    for (const [by, factor] of generator.entries()) rest[place + by]! ^= times(factor, lead);
  }
  return rest.slice(data.length);
}

function dataBytes(bytes: Uint8Array, version: number, room: number): number[] {
  const bits: number[] = [];
  const put = (value: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const found: number[] = [];
  for (let place = 0; place < bits.length; place += 8) found.push(parseInt(bits.slice(place, place + 8).join(""), 2));
  for (let pad = 0xec; found.length < room; pad ^= 0xec ^ 0x11) found.push(pad);
  return found;
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [room, count, blocks] = SIZES[version - 1]!;
  const data = dataBytes(bytes, version, room);
  const short = Math.floor(room / blocks);
  const parts: number[][] = [];
  for (let block = 0, from = 0; block < blocks; block += 1) {
    const long = short + (block >= blocks - (room % blocks) ? 1 : 0);
    parts.push(data.slice(from, (from += long)));
  }
  const checks = parts.map((part) => correction(part, count));
  const woven: number[] = [];
  for (let place = 0; place <= short; place += 1) for (const part of parts) if (place < part.length) woven.push(part[place]!);
  for (let place = 0; place < count; place += 1) for (const check of checks) woven.push(check[place]!);
  return woven;
}

type Cell = boolean | null;

function frame(version: number): Cell[][] {
  const size = version * 4 + 17;
  const grid: Cell[][] = Array.from({ length: size }, () => Array<Cell>(size).fill(null));
  const set = (x: number, y: number, dark: boolean): void => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let y = -4; y <= 4; y += 1) {
      for (let x = -4; x <= 4; x += 1) {
        const far = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, far !== 2 && far !== 4);
      }
    }
  }
  for (const cy of centres(version)) {
    for (const cx of centres(version)) {
      if (grid[cy]![cx] !== null) continue;
      for (let y = -2; y <= 2; y += 1) {
        for (let x = -2; x <= 2; x += 1) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
      }
    }
  }
  for (let place = 8; place < size - 8; place += 1) {
    grid[6]![place] ??= place % 2 === 0;
    grid[place]![6] ??= place % 2 === 0;
  }
  return grid;
}

function centres(version: number): number[] {
  if (version === 1) return [];
  const size = version * 4 + 17;
  if (version < 7) return [6, size - 7];
  return [6, version * 2 + 8, size - 7];
}

/** Bits with their check bits: fifteen of the format, eighteen of the version. */
function checked(value: number, width: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < width; step += 1) rest = (rest << 1) ^ ((rest >> (width - 1)) * divisor);
  return (value << width) | rest;
}

function writeFormat(grid: Cell[][], mask: number): void {
  const size = grid.length;
  const bits = checked((LEVEL_LOW << 3) | mask, 10, 0x537) ^ 0x5412;
  const bit = (place: number): boolean => ((bits >> place) & 1) === 1;
  for (let place = 0; place < 15; place += 1) {
    const y = place < 6 ? place : place < 8 ? place + 1 : size - 15 + place;
    grid[y]![8] = bit(place);
    const x = place < 8 ? size - 1 - place : place < 9 ? 15 - place : 14 - place;
    grid[8]![x] = bit(place);
  }
  grid[size - 8]![8] = true;
}

function writeVersion(grid: Cell[][], version: number): void {
  if (version < 7) return;
  const bits = checked(version, 12, 0x1f25);
  for (let place = 0; place < 18; place += 1) {
    const dark = ((bits >> place) & 1) === 1;
    const [a, b] = [grid.length - 11 + (place % 3), Math.floor(place / 3)];
    grid[b]![a] = dark;
    grid[a]![b] = dark;
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function fill(grid: Cell[][], words: readonly number[], mask: number): boolean[][] {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (grid[y]![x] !== null) continue;
        const dark = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit += 1;
        grid[y]![x] = (dark === 1) !== MASKS[mask]!(x, y);
      }
    }
  }
  return grid.map((row) => row.map((cell) => cell === true));
}

/** How hard a pattern is to read: long runs, blocks, false corners, too much of one colour. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x]!));
  let found = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2;
    for (const fake of ["10111010000", "00001011101"]) {
      for (let from = text.indexOf(fake); from >= 0; from = text.indexOf(fake, from + 1)) found += 40;
    }
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const dark = grid[y]![x];
      if (grid[y - 1]![x] === dark && grid[y]![x - 1] === dark && grid[y - 1]![x - 1] === dark) found += 3;
    }
  }
  const share = grid.flat().filter(Boolean).length / size ** 2;
  return found + Math.floor(Math.abs(share - 0.5) * 20) * 10;
}

/** The code as rows of dark and light; null for a text too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex(([room], place) => bytes.length + (place < 9 ? 2 : 3) <= room) + 1;
  if (!version) return null;
  const words = codewords(bytes, version);
  const all = MASKS.map((_, mask) => {
    const grid = frame(version);
    writeFormat(grid, mask);
    writeVersion(grid, version);
    return fill(grid, words, mask);
  });
  return all.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** The dark cells as one path, each cell one unit wide. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}
