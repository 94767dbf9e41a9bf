/** The items of a group: what is compared when nothing has changed is a group and not each item. */
const SIZE = 32;

/** Some items that follow each other. */
export class Group<Item> {
  readonly items: Item[] = [];
  /** Counts the changes of its items. */
  version = 0;

  get isFull(): boolean {
    return this.items.length >= SIZE;
  }
}

/** A list that grows at its end, in groups. */
export class Groups<Item> {
  readonly all: Group<Item>[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds an item, and returns its group. */
  push(item: Item): Group<Item> {
    let group = this.all.at(-1);
    if (!group || group.isFull) {
      group = new Group();
      this.all.push(group);
    }
    group.items.push(item);
    group.version += 1;
    this.#length += 1;
    return group;
  }

  *[Symbol.iterator](): Generator<Item, void> {
    for (const group of this.all) yield* group.items;
  }
}
