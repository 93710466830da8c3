/** Tells the author, without a stop, that the text or the picture is here already. Nothing when the question fails. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { useSession } from "#accounts/client/session.ts";
import { fetchApi } from "#platform/client/api.ts";
import type { SimilarPrompt, SimilarQuery } from "#prompts/contract.ts";
import { prepareOnce } from "./prepared-pictures.ts";
import type { CheckedDraft, PromptDraft } from "./prompt-draft.ts";

/** Fewer characters are no prompt. */
const LEAST_LENGTH = 10;

function similarOptions(asked: SimilarQuery | undefined) {
  return queryOptions({
    queryKey: ["/api/prompts/similar", asked],
    queryFn: ({ signal }) =>
      fetchApi<SimilarPrompt[]>("/api/prompts/similar", { method: "POST", body: asked, signal }),
    enabled: asked !== undefined,
    gcTime: 0,
  });
}

interface TextProps {
  control: Control<PromptDraft, unknown, CheckedDraft>;
  /** The content when its field was left. */
  left: string;
}

/** Below the content, until that is changed. */
export function SimilarTextNote({ control, left }: TextProps) {
  const content = left.trim();
  const isAsked = useWatch({ control, name: "content" }).trim() === content && content.length >= LEAST_LENGTH;
  return <SimilarNote lead="Parecido com o que já está aqui:" asked={isAsked ? { content } : undefined} />;
}

/** Below the picture. */
export function SamePictureNote({ picture }: { picture: File | null }) {
  const image_hash = useUploadHash(picture);
  return <SimilarNote lead="Esta imagem já está aqui:" asked={image_hash ? { image_hash } : undefined} />;
}

function SimilarNote({ lead, asked }: { lead: string; asked: SimilarQuery | undefined }) {
  const { status } = useSession();
  const { data = [] } = useQuery(similarOptions(status === "signed-in" ? asked : undefined));
  return (
    <p role="status" className="text-sm wrap-anywhere text-muted not-empty:mt-2">
      {data.length > 0 && (
        <>
          {lead}{" "}
          {data.map(({ id, title, user }, index) => (
            <Fragment key={id}>
              {index > 0 && "; "}
              <a className="text-link" href={`/prompts/${id}`} target="_blank" rel="noopener">
                {title}
              </a>{" "}
              de {user.username}
            </Fragment>
          ))}
        </>
      )}
    </p>
  );
}

/**
 * The hash under which the server will store the picture; undefined until it is known, and without https, where
 * browsers hash nothing.
 */
function useUploadHash(chosen: File | null): string | undefined {
  const [last, setLast] = useState<{ chosen: File; hash: string }>();
  useEffect(() => {
    if (!chosen) return;
    let wanted = true;
    hashOf(chosen).then(
      (hash) => wanted && setLast({ chosen, hash }),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [chosen]);
  return chosen && last?.chosen === chosen ? last.hash : undefined;
}

async function hashOf(chosen: File): Promise<string> {
  const upload = await (await prepareOnce(chosen)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", upload));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
