/** How near the end, in pixels, still counts as being there. */
const NEAR_END = 48;

/** The room above what is kept in view, in pixels. */
const ROOM_ABOVE = 12;

/** Keeps a scroller at its end while the person reads there, and still while they read above. */
export class ScrollFollower {
  readonly #changed: () => void;
  readonly #keptInView: () => Element | undefined;
  #scroller: HTMLElement | undefined;
  #observer: ResizeObserver | undefined;
  #isFollowing = true;
  #top = 0;

  /**
   * @param changed is called when it begins or stops to follow.
   * @param keptInView returns the element whose beginning following the end must not push out of view.
   */
  constructor(changed: () => void, keptInView: () => Element | undefined = () => undefined) {
    this.#changed = changed;
    this.#keptInView = keptInView;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Watches a scroller and its content. The same ones again change nothing. */
  connect(scroller: HTMLElement, content: Element): void {
    if (this.#observer && this.#scroller === scroller) return;
    this.disconnect();
    this.#scroller = scroller;
    scroller.addEventListener("scroll", this.#scrolled, { passive: true });
    this.#observer = new ResizeObserver(this.#resized);
    this.#observer.observe(scroller);
    this.#observer.observe(content);
  }

  disconnect(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#scroller?.removeEventListener("scroll", this.#scrolled);
  }

  /** Goes to the end, and follows it. */
  toEnd(): void {
    this.#set(true);
    this.#resized();
  }

  /** Shows an element in the middle, or its beginning. The end is no longer followed, unless it is in view too. */
  show(element: Element): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#set(false);
    const { top, height } = element.getBoundingClientRect();
    const above = Math.max(ROOM_ABOVE, (scroller.clientHeight - height) / 2);
    scroller.scrollTop += top - scroller.getBoundingClientRect().top - above;
    this.#scrolled();
  }

  /** Stays at the end after the content has changed, if it was there. */
  settle(): void {
    if (this.#isFollowing) this.#resized();
  }

  /** Runs a change above what is read, so that what is read stays where it is. */
  keep(change: () => void, anchor: Element | null): void {
    const scroller = this.#scroller;
    if (this.#isFollowing || !scroller || !anchor) {
      change();
      return;
    }
    const before = anchor.getBoundingClientRect().top;
    change();
    // Browsers that anchor by themselves have done it by then, but not at the very top.
    const moved = anchor.getBoundingClientRect().top - before;
    if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
    this.#top = scroller.scrollTop;
  }

  readonly #scrolled = (): void => {
    const scroller = this.#scroller;
    // A box that is not shown has no place to be at.
    if (!scroller || scroller.clientHeight === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isAtEnd = scrollHeight - scrollTop - clientHeight <= NEAR_END;
    // Only who scrolls up stops it: growth at the end moves the end away, too.
    if (isAtEnd) this.#set(true);
    else if (scrollTop < this.#top - 1) this.#set(false);
    this.#top = scrollTop;
  };

  readonly #resized = (): void => {
    const scroller = this.#scroller;
    if (!scroller || !this.#isFollowing) return;
    scroller.scrollTop = this.#goal(scroller);
    this.#top = scroller.scrollTop;
  };

  /** The end, or the beginning of what is kept in view. A person who has scrolled further stays there. */
  #goal(scroller: HTMLElement): number {
    const kept = this.#keptInView();
    if (!kept) return scroller.scrollHeight;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const above = kept.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    return Math.min(
      scrollHeight - clientHeight,
      Math.max(scrollTop, scrollTop + above - ROOM_ABOVE),
    );
  }

  #set(isFollowing: boolean): void {
    if (isFollowing === this.#isFollowing) return;
    this.#isFollowing = isFollowing;
    this.#changed();
  }
}
