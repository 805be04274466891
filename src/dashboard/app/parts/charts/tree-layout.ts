export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes whose areas are as their values, as near to squares as they come; values from the largest down. */
export function layTree(values: readonly number[], width: number, height: number): readonly Box[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total <= 0) return [];
  const areas = values.map((value) => (value / total) * width * height);
  const boxes: Box[] = [];
  let free: Box = { x: 0, y: 0, width, height };
  let row: number[] = [];
  for (const area of areas) {
    const side = Math.min(free.width, free.height);
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) {
      free = layRow(row, free, boxes);
      row = [area];
    } else {
      row.push(area);
    }
  }
  layRow(row, free, boxes);
  return boxes;
}

/** How far the boxes of a row are from squares. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  const [most, least] = [Math.max(...row), Math.min(...row)];
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}

/** Lays a row along the shorter side, and returns what is left. */
function layRow(row: readonly number[], free: Box, boxes: Box[]): Box {
  const sum = row.reduce((total, area) => total + area, 0);
  const isTall = free.height <= free.width;
  const thick = sum / (isTall ? free.height : free.width);
  let along = 0;
  for (const area of row) {
    const long = area / thick;
    boxes.push(
      isTall
        ? { x: free.x, y: free.y + along, width: thick, height: long }
        : { x: free.x + along, y: free.y, width: long, height: thick },
    );
    along += long;
  }
  return isTall
    ? { ...free, x: free.x + thick, width: free.width - thick }
    : { ...free, y: free.y + thick, height: free.height - thick };
}
