import { useRouter } from "wouter";

/** @returns the query of the address as it stands there. wouter's `useSearch` decodes twice, and so breaks `%25`. */
export function useAddressSearch(): string {
  const router = useRouter();
  return router.searchHook(router);
}
