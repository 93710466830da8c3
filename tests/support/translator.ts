/** Changes a page as browsers' translators do: each text is replaced by an element with another one. */
import type { BrowserContext } from "playwright-core";

declare global {
  interface Window {
    /** Each text that was replaced, and what stands for it. */
    translated: Map<Text, Element>;
    /** Whether scripts had begun by then. */
    translatedLive: boolean;
  }
}

/** Ends each translated text. It shows nothing, and Playwright passes over it, so that scenes find what they look for. */
export const MARK = "\u200b";

/**
 * Translates every page of a context, and what comes into it later.
 * @param moment before hydration (`DOMContentLoaded`) or after it (`live`)
 */
export async function translatePages(
  context: BrowserContext,
  moment: "DOMContentLoaded" | "live",
): Promise<void> {
  await context.addInitScript(
    ([event, mark]) => {
      const kept = "script, style, textarea, option, svg, noscript, font, [translate=no]";
      const wrap = (...parts: (string | Node)[]) => {
        const font = document.createElement("font");
        font.append(...parts);
        return font;
      };
      const translateText = (text: Text) => {
        if (!text.data.trim() || !text.parentElement || text.parentElement.closest(kept)) return;
        const standIn = wrap(wrap(text.data + mark));
        window.translated.set(text, standIn);
        text.replaceWith(standIn);
      };
      const translate = (node: Node) => {
        if (node instanceof Text) return translateText(node);
        const texts: Text[] = [];
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
        texts.forEach(translateText);
      };
      addEventListener(
        event,
        () => {
          window.translated = new Map();
          window.translatedLive = document.querySelector("[data-live]") !== null;
          translate(document.body);
          new MutationObserver((records) => {
            for (const { addedNodes } of records) addedNodes.forEach(translate);
          }).observe(document.body, { childList: true, subtree: true });
        },
        { once: true },
      );
    },
    [moment, MARK] as const,
  );
}

/** Texts that have changed, and still stand there as they were. */
export const staleTexts = () =>
  [...window.translated].flatMap(([text, standIn]) =>
    standIn.isConnected && standIn.textContent?.slice(0, -1) !== text.data
      ? [`${standIn.textContent} (${text.data})`]
      : [],
  );
