/** Small named texts in the memory folder. They only save work and can be lost. */
export interface MemoryNotes {
  read(name: NoteName): string | undefined;
  /** Replaces the whole text, if a memory exists. */
  write(name: NoteName, text: string): void;
}

/** `drift.json`: the last known state of the code that items cite. `looks.json`: up to where each person has looked through what was kept. */
export type NoteName = "drift.json" | "looks.json";
