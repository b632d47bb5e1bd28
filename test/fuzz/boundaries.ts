import type { Boundary } from "./boundary.ts";
import { HOST_BOUNDARIES } from "./host-boundaries.ts";
import { READING_BOUNDARIES } from "./reading-boundaries.ts";
import { SERVER_BOUNDARIES } from "./server-boundaries.ts";
import { TEXT_BOUNDARIES } from "./text-boundaries.ts";

/** All boundaries at which text from outside enters the program. A new reader of such text is added here. */
export const BOUNDARIES: readonly Boundary[] = [
  ...HOST_BOUNDARIES,
  ...TEXT_BOUNDARIES,
  ...READING_BOUNDARIES,
  ...SERVER_BOUNDARIES,
];
