/** The contract of likes and favourites (specification, sections 4 and 7): POST toggles, or sets the body's value. */
import * as z from "zod/mini";

export const likeRequest = z.nullish(z.object({ liked: z.optional(z.boolean()) }));
export const likeAnswer = z.object({ isLiked: z.boolean(), likesCount: z.int() });
export const unlikeAnswer = z.object({ likes_count: z.int() });
export type LikeAnswer = z.infer<typeof likeAnswer>;

export const favoriteRequest = z.nullish(z.object({ favorited: z.optional(z.boolean()) }));
export const favoriteAnswer = z.object({ isFavorited: z.boolean() });
export type FavoriteAnswer = z.infer<typeof favoriteAnswer>;
