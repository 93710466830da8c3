/** An AI tool's name in its own colour (specification, section 2: colour by tool name, grey default). */
import { Badge } from "#ui/badge.tsx";

/** Hues of `ui/badge.tsx`, one for each tool. */
const hues: Record<string, number> = {
  Runway: 0,
  Claude: 1,
  Falcon: 2,
  Bard: 3,
  "GPT-4": 4,
  ChatGPT: 5,
  "DALL-E": 6,
  Bing: 7,
  Gemini: 8,
  Llama: 9,
  Midjourney: 10,
  "Stable Diffusion": 11,
  Copilot: 12,
  "Leonardo AI": 13,
};

export function ToolBadge({ name, className }: { name: string; className?: string }) {
  return (
    <Badge hue={hues[name]} className={className}>
      {name}
    </Badge>
  );
}
