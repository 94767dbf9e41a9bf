export interface ToDo {
  readonly id: string;
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed" | "cancelled";
}

export class ToDos extends EventTarget {
  items: readonly ToDo[] | undefined = [];
  problem: string | undefined;
  follow(): void {}
  leave(): void {}
}
