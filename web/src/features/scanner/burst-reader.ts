const LONGEST_GAP_MS = 50;
const SHORTEST_CODE = 20;

export type BurstReader = {
  /** Takes a character and says how many have now come in one go. */
  add: (character: string, at: number) => number;
  /** Ends the burst; its text if a scanner typed it, otherwise null. */
  end: (at: number) => string | null;
  reset: () => void;
};

/** Tells a scanner that types a code from a person: nobody keeps up that speed for that long. */
export function createBurstReader(): BurstReader {
  let characters: string[] = [];
  let last = 0;
  return {
    add: (character, at) => {
      if (at - last > LONGEST_GAP_MS) characters = [];
      characters.push(character);
      last = at;
      return characters.length;
    },
    end: (at) => {
      const burst = characters;
      characters = [];
      return burst.length >= SHORTEST_CODE && at - last <= LONGEST_GAP_MS ? burst.join('') : null;
    },
    reset: () => {
      characters = [];
    },
  };
}
