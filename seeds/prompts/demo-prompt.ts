/** One prompt of the demo data. */
export interface DemoPrompt {
  /** Its picture is `pictures/KEY.webp`. */
  key: string;
  title: string;
  content: string;
  description?: string;
  /** Id of the tool (specification, section 3). */
  llmTypeId: number;
  tags?: readonly string[];
  /** The older prompt that it is made from, and what its author says is different. */
  remixOf?: { key: string; note: string };
  /** Its texts before this one, the oldest first. */
  history?: readonly EarlierText[];
  /** Username of a persona. */
  author: string;
  /** Age in days when the data is planted; a fraction for hours. */
  daysAgo: number;
  /** Personas who like it and who keep it; never more than there are. */
  likes: number;
  favorites: number;
  views: number;
  /** Alternative text of its picture. */
  alt: string;
}

interface EarlierText {
  content: string;
  /** Age in days of the text that took its place, and the author's note on that. */
  changedDaysAgo: number;
  note: string;
}
