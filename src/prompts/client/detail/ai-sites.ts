/** Sites that run prompts, and how to pass one to them (docs/decisions/0013-open-in-tools.md). */

export interface AiSite {
  name: string;
  url: string;
  /** Accepts a prompt in the URL parameter `q`. */
  takesPrompt?: true;
}

/** Length of a URL, in characters: some servers cut or refuse longer ones. */
const LONGEST_ADDRESS = 2000;

const chatGpt: AiSite = { name: "ChatGPT", url: "https://chatgpt.com/", takesPrompt: true };
const claude: AiSite = { name: "Claude", url: "https://claude.ai/new", takesPrompt: true };
const copilot: AiSite = { name: "Copilot", url: "https://copilot.microsoft.com/", takesPrompt: true };
const gemini: AiSite = { name: "Gemini", url: "https://gemini.google.com/app" };
const metaAi: AiSite = { name: "Meta AI", url: "https://www.meta.ai/" };

/** By the tool's id. Several tools live on one site; Stable Diffusion (4) has none of its own. */
const sites: Record<number, AiSite> = {
  1: chatGpt,
  2: chatGpt,
  3: { name: "Midjourney", url: "https://www.midjourney.com/imagine" },
  5: gemini,
  6: claude,
  7: metaAi,
  8: chatGpt,
  9: { name: "Falcon", url: "https://chat.falconllm.tii.ae/" },
  10: gemini,
  11: copilot,
  12: { name: "Bing", url: "https://www.bing.com/chat" },
  13: { name: "Leonardo AI", url: "https://app.leonardo.ai/" },
  14: { name: "Runway", url: "https://app.runwayml.com/" },
};

/** @param toolId from the catalogue */
export function siteOf(toolId: number): AiSite | undefined {
  return sites[toolId];
}

/** The most common sites except the given one. */
export function otherSites(present: AiSite | undefined): AiSite[] {
  return [chatGpt, claude, gemini, copilot, metaAi].filter((site) => site !== present);
}

/** The next step after copying a prompt; undefined where no site is known. @param toolId from the catalogue */
export function openStep(toolId: number, prompt: string): { label: string; href: string } | undefined {
  const site = sites[toolId];
  return site && { label: `Abrir no ${site.name}`, href: addressAt(site, prompt) };
}

/** URL to open; includes the prompt when the site supports it and it fits. */
export function addressAt({ url, takesPrompt }: AiSite, prompt: string): string {
  const address = `${url}?${new URLSearchParams({ q: prompt })}`;
  return takesPrompt && address.length < LONGEST_ADDRESS ? address : url;
}
