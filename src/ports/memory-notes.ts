/** Small texts in the memory folder that save work and can be lost, by name. */
export interface MemoryNotes {
  read(name: NoteName): string | undefined;
  /** Replaces it whole, if there is a memory to put it into. */
  write(name: NoteName, text: string): void;
}

/**
 * `drift.json`: what became of the code that items cite, as last looked at. `looks.json`: how far each person has looked
 * at what was kept.
 */
export type NoteName = "drift.json" | "looks.json";
