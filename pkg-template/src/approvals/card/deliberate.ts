import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Longer than the time between the clicks of a double click, in milliseconds. */
const pauseMs = 600;

/** The part of an element that must be in view for it to count as seen: fractions of pixels are rounded. */
const allOfIt = 0.98;

/** The elements that a person must see before they decide. */
export interface Watched {
  /** Must have come into view. */
  readonly question: Element;
  /** Must be in view, all of them, while they are pressed. */
  readonly actions: Element;
}

/**
 * Distinguishes a deliberate answer from one that hit something that had just appeared: the second click of a double
 * click, a key that is held down, a press that began before there was anything to answer, a script's click. A press
 * counts from 600 ms after the question and its buttons are in view, in a visible tab.
 */
export class Deliberate implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #inView = new Set<Element>();
  #observer: IntersectionObserver | undefined;
  #watched: Watched | undefined;
  /** Whether the question has been in view. */
  #isRead = false;
  #isReady = false;
  /** Whether the press of a pointer that may become a click began too early. */
  #isStray = true;
  /** Presses of keys that began too early, until the key is released. */
  readonly #earlyKeys = new Map<string, Event>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Returns true if a press counts by now. */
  get isReady(): boolean {
    return this.#isReady;
  }

  hostConnected(): void {
    document.addEventListener("visibilitychange", this.#look);
    // An element that was moved shows the same as before: an update registers its watched parts again.
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    document.removeEventListener("visibilitychange", this.#look);
    this.watch(undefined);
  }

  /** Watches these from now on; the same ones go on as they are. */
  watch(watched: Watched | undefined): void {
    const { question, actions } = this.#watched ?? {};
    if (question === watched?.question && actions === watched?.actions) return;
    this.#observer?.disconnect();
    this.#watched = watched;
    this.#inView.clear();
    this.#isRead = false;
    this.#stop();
    if (!watched) return;
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), {
      threshold: [0, allOfIt],
    });
    this.#observer.observe(watched.question);
    this.#observer.observe(watched.actions);
  }

  /** Something new is shown: it has to be seen before an answer counts. */
  restart(): void {
    this.#stop();
    this.#look();
  }

  /** To be called with every `pointerdown`, `keydown`, `keyup` and `focusout` of the card. */
  readonly pressed = (event: Event): void => {
    // A button that has lost the focus is not clicked by the key that was held on it.
    if (event.type === "focusout") this.#earlyKeys.clear();
    else if (!(event instanceof KeyboardEvent)) this.#isStray = !this.#isReady;
    else if (isPressOfButton(event)) this.#keyPressed(event);
  };

  /**
   * Returns true if a click was deliberate. Clicks of assistive technology have no press; those of scripts never count.
   */
  isMeant(event: MouseEvent): boolean {
    const isEarly = event.detail > 0 ? this.#isStray : this.#earlyKeys.size > 0;
    return event.isTrusted && this.#isReady && event.detail <= 1 && !isEarly;
  }

  #keyPressed(event: KeyboardEvent): void {
    const { key, type } = event;
    if (type === "keyup") this.#keyReleased(key);
    // A held Enter clicks again and again.
    else if (event.repeat) event.preventDefault();
    else if (this.#isReady) this.#earlyKeys.delete(key);
    else this.#earlyKeys.set(key, event);
  }

  /** A space clicks when it is released: after that, the press is over, unless the key is down again. */
  #keyReleased(key: string): void {
    const press = this.#earlyKeys.get(key);
    if (!press) return;
    setTimeout(() => {
      if (this.#earlyKeys.get(key) === press) this.#earlyKeys.delete(key);
    });
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, intersectionRatio } of entries) {
      const isQuestion = target === this.#watched?.question;
      if (isQuestion && isIntersecting) this.#isRead = true;
      const isInView = isIntersecting && (isQuestion || intersectionRatio >= allOfIt);
      if (isInView) this.#inView.add(target);
      else this.#inView.delete(target);
    }
    this.#look();
  }

  readonly #look = (): void => {
    const { actions } = this.#watched ?? {};
    const isShown = actions !== undefined && this.#isRead && this.#inView.has(actions);
    if (!isShown || document.visibilityState === "hidden") this.#stop();
    else if (!this.#isReady) this.#timer ??= setTimeout(() => this.#arm(), pauseMs);
  };

  #arm(): void {
    this.#timer = undefined;
    this.#isReady = true;
    this.#host.requestUpdate();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // A press in progress began before.
    this.#isStray = true;
    if (!this.#isReady) return;
    this.#isReady = false;
    this.#host.requestUpdate();
  }
}

function isPressOfButton(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" && event.key !== " ") return false;
  return event.composedPath().some((each) => each instanceof HTMLButtonElement);
}
