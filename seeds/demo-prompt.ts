/** What a demo prompt is. */
import type { PictureSpec } from "./pictures/picture.ts";

export interface DemoPrompt {
  title: string;
  content: string;
  description?: string;
  /** 1 to 14, as in the database. */
  llmTypeId: number;
  /** A persona's username. */
  author: string;
  daysAgo: number;
  /** How many personas like and favourite it: at most as many as there are. */
  likes: number;
  favorites: number;
  views: number;
  picture: PictureSpec;
  /** Alternative text of the picture. */
  alt: string;
}
