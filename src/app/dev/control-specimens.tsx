/** Buttons, links, switches, tabs, paging, badges and avatars for `/dev/ui`. */

import Heart from "lucide-react/icons/heart";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import { useState } from "react";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import type { ButtonSize, ButtonVariant } from "#ui/button-style.ts";
import { CountButton } from "#ui/count-button.tsx";
import { Mark } from "#ui/mark.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { Section, Specimen } from "./specimen.tsx";

const variants: ButtonVariant[] = ["primary", "secondary", "ghost", "danger", "accent"];
const sizes: ButtonSize[] = ["sm", "md", "lg"];
const names = ["Ana", "Bia Costa", "Caio", "Dora Lima", "Érico", "Flávia Nunes", "Gil", "Hugo Sá"];

export function ControlSpecimens() {
  return (
    <>
      <Section id="botoes" title="Botões e links">
        {sizes.map((size) => (
          <Specimen key={size} name={`Botão ${size}`}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
          </Specimen>
        ))}
        <Specimen name="Com ícone">
          <Button>
            <Plus aria-hidden="true" className="size-4.5" /> Novo prompt
          </Button>
          <Button variant="secondary">
            <Search aria-hidden="true" className="size-4.5" /> Buscar
          </Button>
          <IconButton label="Buscar">
            <Search aria-hidden="true" />
          </IconButton>
        </Specimen>
        {[
          { name: "Trabalhando", state: { loading: true } },
          { name: "Desativado", state: { disabled: true } },
        ].map(({ name, state }) => (
          <Specimen key={name} name={name}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} {...state}>
                {variant}
              </Button>
            ))}
            <IconButton label="Buscar" {...state}>
              <Search aria-hidden="true" />
            </IconButton>
          </Specimen>
        ))}
        <Specimen name="Links">
          <ButtonLink href="/dev/ui">Link como botão</ButtonLink>
          <p>
            Um texto com <TextLink href="/dev/ui">um link dentro</TextLink>, e o tempo:{" "}
            <RelativeTime date="2026-03-02T12:00:00.000Z" />.
          </p>
          <Mark className="size-10 text-primary" />
          <Spinner className="size-6" />
        </Specimen>
      </Section>
      <Section id="contadores" title="Curtir e guardar">
        <Specimen name="Solto, apertado, contando, respondendo">
          <LiveCount />
          <CountButton {...count} pressed count={1_234_567} />
          <CountButton {...count} pressed={false} count={1} unit="Curtida" />
          <CountButton {...count} pressed={false} tone="primary" />
          <CountButton {...count} pressed={true} tone="primary" />
          <CountButton {...count} pressed={false} count={3} loading />
        </Specimen>
      </Section>
      <Section id="abas" title="Abas e páginas">
        <LiveTabs />
        {[
          { label: "Página 1 de 2", page: 1, pages: 2 },
          { label: "Página 3 de 7", page: 3, pages: 7 },
          { label: "Página 1 de 40", page: 1, pages: 40 },
          { label: "Página 20 de 40", page: 20, pages: 40 },
          { label: "Página 40 de 40", page: 40, pages: 40 },
          { label: "Página 2 de 9, carregando", page: 2, pages: 9, loading: true },
        ].map(({ label, pages, ...shape }) => (
          <Specimen key={label} name={label} className="grid">
            <Pagination
              label={label}
              loading={false}
              {...shape}
              pages={pages}
              total={pages * 12 - 5}
              limit={12}
              href={(page) => `/dev/ui?pagina=${page}`}
            />
          </Specimen>
        ))}
      </Section>
      <Section id="etiquetas" title="Etiquetas e pessoas">
        <Specimen name="As catorze ferramentas, e uma desconhecida" className="flex flex-wrap gap-2">
          {LLM_TYPES.map(({ id, name }) => (
            <ToolBadge key={id} name={name} />
          ))}
          <Badge>Outra</Badge>
        </Specimen>
        <Specimen name="Pessoas">
          {names.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="M" size="lg" />
          <Avatar name="Marina Alves" size="lg" />
        </Specimen>
      </Section>
    </>
  );
}

const count = {
  label: "Curtir",
  tone: "like",
  loading: false,
  onPress: () => undefined,
  icon: <Heart aria-hidden="true" />,
} as const;

function LiveCount() {
  const [pressed, setPressed] = useState(false);
  return (
    <CountButton
      {...count}
      pressed={pressed}
      count={pressed ? 13 : 12}
      onPress={() => setPressed(!pressed)}
    />
  );
}

function LiveTabs() {
  const [tab, setTab] = useState("um");
  return (
    <Tabs
      label="Abas"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: "um", label: "Primeira", panel: <p>O painel da primeira aba.</p> },
        { value: "dois", label: "Segunda", panel: <p>O painel da segunda aba, com outro texto.</p> },
      ]}
    />
  );
}
