import { watchPasswords } from "../dom/known-passwords.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import { aCount, aFlag, aFunction, anApproval, listOf } from "../options/rules.js";
import type { ToolDefinition, ToolMetadata } from "../tools/types.js";
import { availabilityOf, type GroupAvailability } from "./availability.js";
import { pageToolsCatalogue } from "./module/catalogue.js";
import type { CatalogueEntry } from "./module/catalogue-entry.js";
import { lazyGroup } from "./module/lazy-group.js";
import type {
  ClickMetadata,
  GetPageMetadata,
  NavigateMetadata,
  ScreenshotMetadata,
  TypeMetadata,
} from "./module/raw-page.js";
import { type AccessOptions, PageAccess, type PageAction } from "./page/access.js";
import { withPicture } from "./page/picture-result.js";
import { loadLibrary } from "./page/screenshot.js";
import type { ToolApproval } from "./tool-approval.js";

export type {
  ClickMetadata,
  GetPageMetadata,
  NavigateMetadata,
  ScreenshotMetadata,
  TypeMetadata,
} from "./module/raw-page.js";
export type { PageAction };

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    get_page: GetPageMetadata;
    click: ClickMetadata;
    type: TypeMetadata;
    navigate: NavigateMetadata;
    screenshot: ScreenshotMetadata;
  }
}

/** Options of {@link pageTools}: the part of the page that the agent sees, and the actions it may take. */
export interface PageToolsOptions {
  /**
   * The only element that the agent sees and uses, or a function that returns it each time; the `<body>` by default.
   */
  readonly root?: Element | (() => Element | null | undefined);
  /** A frame of the page's own origin, whose document is seen and used in place of the page. */
  readonly frame?: HTMLIFrameElement;
  /**
   * A selector of elements that are neither seen nor used, in addition to the elements of this package (`ag-ui-…`) and
   * those with `data-ag-ui-ignore`.
   */
  readonly ignore?: string;
  /**
   * Called before a form is submitted, the document is left, or an element that matches `confirmFor` is used. Anything
   * but `true` is no. It comes on top of `approval`, and gets the effect of the call.
   */
  readonly confirm?: (action: PageAction) => boolean | PromiseLike<boolean>;
  /** A selector of further elements that `confirm` is asked about. */
  readonly confirmFor?: string;
  /** Whether a person is asked before `click`, `type` and `navigate`; `"always"` by default. */
  readonly approval?: ToolApproval;
  /** Origins besides the document's own that may be gone to: `"https://docs.example.org"`. */
  readonly origins?: readonly string[];
  /** Whether passwords and other secrets may be typed; they are never read. False by default. */
  readonly passwords?: boolean;
  /** Whether card numbers and one-time codes may be read. False by default. */
  readonly readSensitive?: boolean;
  /** The maximum number of lines in one answer of `get_page`; 500 by default. */
  readonly maxLines?: number;
  /** The approximate maximum number of characters in one answer of `get_page`; 20,000 by default. */
  readonly maxCharacters?: number;
  /** The maximum width and height of a screenshot in pixels; 1,600 by default. */
  readonly maxImageSize?: number;
}

/** The maximum number of nodes that are read for one answer. */
const mostNodes = 40_000;

/**
 * `get_page`, `click`, `type`, `navigate` and `screenshot`: the page as a person perceives it, and a person's actions
 * in it.
 *
 * @throws {TypeError} that names the invalid option.
 *
 * @example
 * ```ts
 * const tools = pageTools({ root: document.querySelector("main") ?? document.body, confirmFor: ".danger", confirm: ask });
 * for (const tool of tools) registry.register(tool);
 * ```
 */
export function pageTools(options: PageToolsOptions = {}): ToolDefinition[] {
  check(options);
  const { approval, origins = [], passwords = false, maxLines, maxCharacters } = options;
  const access = new PageAccess(accessOptions(options));
  // Before the first look: a page may show a password before that.
  if (typeof document !== "undefined") watchPasswords(document);
  return lazyGroup({
    part: "page",
    catalogue: pageToolsCatalogue,
    make: async (raw) => {
      const tools = await raw.rawPageTools({ access, origins, passwords, maxLines, maxCharacters });
      return tools.map(withPicture);
    },
    metadata: (entry) => metadataOf(entry, approval),
  });
}

/** Returns which tools of `pageTools` this browser and page have the means for. Never rejects. */
export function pageToolsAvailability(): Promise<GroupAvailability> {
  const isPage = typeof document !== "undefined" && typeof window !== "undefined";
  return availabilityOf(pageToolsCatalogue, ({ name }) => {
    if (!isPage) return "There is no document here: these tools need a page in a browser.";
    return name === "screenshot" ? whyNotDrawn() : undefined;
  });
}

async function whyNotDrawn(): Promise<string | undefined> {
  try {
    await loadLibrary();
    return undefined;
  } catch {
    return "The package modern-screenshot is not installed: npm install modern-screenshot";
  }
}

/** Without a circuit breaker: refusals are about the page, and no number of them makes the tool unavailable. */
function metadataOf(entry: CatalogueEntry, approval: ToolMetadata["approval"]): ToolMetadata {
  const isAsked = approval !== undefined && entry.metadata.approval !== undefined;
  const continues = entry.name === "navigate" && { continues: true };
  return { circuitBreaker: false, ...continues, ...(isAsked && { approval }) };
}

function accessOptions(options: PageToolsOptions): AccessOptions {
  return {
    root: options.root,
    frame: options.frame,
    ignore: options.ignore ?? "",
    readsSensitive: options.readSensitive ?? false,
    mostNodes,
    confirm: options.confirm,
    confirmFor: options.confirmFor ?? "",
    origins: options.origins ?? [],
    mostPixels: options.maxImageSize ?? 1_600,
  };
}

const isNode = (value: unknown) => (value as Node | null)?.nodeType === 1;

const rules: OptionRules<PageToolsOptions> = {
  root: [
    "an element, or a function that gives one",
    (value) => isNode(value) || aFunction[1](value),
  ],
  frame: [
    "an <iframe> element",
    (value) => isNode(value) && (value as Element).localName === "iframe",
  ],
  ignore: ["a CSS selector", isSelector],
  confirm: aFunction,
  confirmFor: ["a CSS selector", isSelector],
  approval: anApproval,
  origins: listOf('origins such as "https://docs.example.org"', isOrigin),
  passwords: aFlag,
  readSensitive: aFlag,
  maxLines: aCount,
  maxCharacters: aCount,
  maxImageSize: aCount,
};

function check(options: PageToolsOptions): void {
  checkOptions("pageTools", options, rules);
  if (options.confirmFor && !options.confirm) {
    throw new OptionError("ag-ui-lit: pageTools({ confirmFor }) needs confirm, which is asked.");
  }
}

function isSelector(value: unknown): boolean {
  if (typeof value !== "string" || value.trim() === "") return false;
  try {
    if (typeof document !== "undefined") document.createDocumentFragment().querySelector(value);
    return true;
  } catch {
    return false;
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
}
