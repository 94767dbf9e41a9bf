import type { Segment } from "../source/segment.js";
import { type Group, Groups } from "./groups.js";
import type { Paragraph } from "./paragraph.js";
import type { Unit } from "./unit.js";

/** A block of the top level, as it is shown. */
export class Block {
  readonly segment: Segment;
  /** Its units that are complete. */
  readonly units = new Groups<Unit>();
  /** Those that are not, as far as they came. */
  openUnits: readonly Unit[] = [];
  /** Whether no more of it will come. */
  isComplete = false;
  /** Its text, if it is nothing but a paragraph. */
  paragraph: Paragraph | undefined;
  /** Counts its changes. */
  version = 0;
  /** The group of blocks that it stands in, once it is complete. */
  group: Group<Block> | undefined;

  constructor(segment: Segment) {
    this.segment = segment;
  }

  /** It has to be shown again. */
  change(): void {
    this.version += 1;
    if (this.group) this.group.version += 1;
  }

  /** All of its units. */
  *allUnits(): Generator<Unit, void> {
    yield* this.units;
    yield* this.openUnits;
  }
}
