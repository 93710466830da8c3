/** A form that was sent without script and refused, as its page finds it. */
import { useQueryClient } from "@tanstack/react-query";
import { type PostedForm, postedKey } from "#platform/client/posted-form.ts";

/** @param path of the page */
export function usePosted(path: string): PostedForm | undefined {
  return useQueryClient().getQueryData<PostedForm>(postedKey(path));
}
