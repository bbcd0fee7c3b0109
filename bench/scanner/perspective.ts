export type Point = { x: number; y: number };
export type Projection = (point: Point) => Point;

/**
 * A square card of `size` pixels, turned by `roll` in the picture and tilted away by `yaw` and
 * `pitch` (radians), seen by a camera: gives for a picture point the place on the card, where
 * the card reaches from 0 to 1 in both directions.
 */
export function cardSeenFrom(
  centre: Point,
  size: number,
  { roll, yaw, pitch }: { roll: number; yaw: number; pitch: number },
): Projection {
  const [cr, sr, cy, sy] = [Math.cos(roll), Math.sin(roll), Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const distance = 3 * size;
  // The card's axes in camera space: columns of the rotation pitch · yaw · roll.
  const right = { x: cy * cr, y: sp * sy * cr + cp * sr, z: -cp * sy * cr + sp * sr };
  const down = { x: -cy * sr, y: -sp * sy * sr + cp * cr, z: cp * sy * sr + sp * cr };
  return ({ x, y }) => {
    // Intersects the ray through the picture point with the card's plane.
    const ray = { x: (x - centre.x) / distance, y: (y - centre.y) / distance };
    const a = right.x - ray.x * right.z;
    const b = down.x - ray.x * down.z;
    const c = right.y - ray.y * right.z;
    const d = down.y - ray.y * down.z;
    const determinant = a * d - b * c;
    const u = (ray.x * d - b * ray.y) * (distance / determinant);
    const v = (a * ray.y - ray.x * c) * (distance / determinant);
    return { x: u / size + 0.5, y: v / size + 0.5 };
  };
}
