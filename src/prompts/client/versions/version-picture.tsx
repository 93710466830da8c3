/** The picture of a version, alone or compared with another. */

import type { ComponentProps } from "react";
import { isolated } from "#language/isolated.ts";
import { Picture } from "#media/client/picture.tsx";
import type { PromptVersion } from "#prompts/versions.ts";

interface Props extends Pick<ComponentProps<typeof Picture>, "sizes" | "loading"> {
  version: PromptVersion;
}

export function VersionPicture({ version: { image, number, title, prompt_id }, ...drawn }: Props) {
  return (
    <div className="overflow-clip rounded-tile rounded-tr-corner border border-line bg-sunken">
      {image ? (
        <Picture
          {...drawn}
          image={image}
          alt={image.alt ?? `Imagem do prompt “${isolated(title)}” na versão ${number}`}
          seed={prompt_id}
          fit="whole"
        />
      ) : (
        <p className="p-5 text-sm text-muted">A imagem desta versão está fora do site.</p>
      )}
    </div>
  );
}
