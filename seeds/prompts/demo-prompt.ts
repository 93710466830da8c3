/** What the demo data says of one prompt. */
export interface DemoPrompt {
  /** Its picture is `pictures/KEY.webp`. */
  key: string;
  title: string;
  content: string;
  description?: string;
  /** Id of the tool (specification, section 3). */
  llmTypeId: number;
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
