/**
 * What the icons of `lucide-react` are made with in our builds (vite.config.ts). Its own function serves other frameworks
 * and providers too: 2 KB of a first visit, and six nested calls an icon.
 */
import { createElement, type SVGProps } from "react";

interface IconData {
  /** Elements, with their attributes. */
  node: [string, Record<string, string>][];
}

/** @returns a component that draws the icon, which screen readers skip */
// biome-ignore lint/style/noDefaultExport: as the library has it
export default function createLucideIcon({ node }: IconData) {
  return (props: SVGProps<SVGSVGElement>) => (
    <svg
      aria-hidden="true"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
}
