/** Markup before any script has run: links that lead somewhere, texts tied to controls, no inline style. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Router } from "wouter";
import { Carousel } from "./carousel.tsx";
import { CountButton } from "./count-button.tsx";
import { FileDrop } from "./file-drop.tsx";
import { NowProvider } from "./now.tsx";
import { Pagination } from "./pagination.tsx";
import { PasswordField } from "./password-field.tsx";
import { RelativeTime } from "./relative-time.tsx";
import { Select } from "./select.tsx";
import { Tabs } from "./tabs.tsx";
import { TextField } from "./text-field.tsx";
import { Tile, TileFrieze } from "./tile.tsx";
import { Toaster } from "./toaster.tsx";
import { Tooltip } from "./tooltip.tsx";

const render = (element: ReactElement) => renderToStaticMarkup(<Router ssrPath="/">{element}</Router>);

const pagination = (page: number, pages: number, total: number, loading = false) =>
  render(<Pagination {...{ page, pages, total, loading }} limit={12} href={(to) => `/prompts?page=${to}`} />);

describe("Pagination", () => {
  test("is absent where there is but one page", () => {
    expect(pagination(1, 1, 12)).toBe("");
  });

  test("links to the other pages and counts the results", () => {
    const markup = pagination(2, 3, 1030);
    expect(markup).toContain("Mostrando 13 a 24 de 1.030 resultados");
    expect(markup).toMatch(/<a rel="prev" aria-label="Página anterior" href="\/prompts\?page=1"/);
    expect(markup).toMatch(/<a rel="next" aria-label="Próxima página" href="\/prompts\?page=3"/);
    expect(markup).toMatch(/<a aria-label="Página 2" aria-current="page" href="\/prompts\?page=2"/);
  });

  test("says that there are more than were counted", () => {
    const counted = { page: 2, pages: 84, total: 1000, more: true, limit: 12, loading: false };
    expect(render(<Pagination {...counted} href={(to) => `/prompts?q=site&page=${to}`} />)).toContain(
      "Mostrando 13 a 24 de mais de 1.000 resultados",
    );
  });

  test("previous is disabled on the first page, next on the last, whose last result is the total", () => {
    expect(pagination(1, 3, 30)).toMatch(/<button type="button" disabled="" aria-label="Página anterior"/);
    expect(pagination(3, 3, 30)).toMatch(/<button type="button" disabled="" aria-label="Próxima página"/);
    expect(pagination(3, 3, 30)).toContain("Mostrando 25 a 30 de 30 resultados");
  });

  test("every control is disabled while a page loads", () => {
    expect(pagination(2, 3, 30, true).match(/<a /g)).toHaveLength(5);
    expect(pagination(2, 3, 30, true).match(/aria-disabled="true"/g)).toHaveLength(5);
  });
});

describe("fields", () => {
  test("label, hint and error are tied to the control", () => {
    const markup = render(
      <TextField label="E-mail" hint="Só para entrar" error="Email inválido" name="email" />,
    );
    const id = /<label for="([^"]+)"/.exec(markup)?.[1];
    expect(markup).toContain(`id="${id}" aria-describedby="${id}-hint ${id}-error" aria-invalid="true"`);
    expect(markup).toContain(`<p id="${id}-error" role="alert"`);
  });

  test("without hint and error nothing is announced", () => {
    const markup = render(<TextField label="E-mail" />);
    expect(markup).not.toMatch(/\saria-[a-z]+=/);
    expect(markup).not.toContain("role=");
  });
});

test("a count's name holds what is seen, and the whole number where that is rounded", () => {
  const button = (count: number) =>
    render(
      <CountButton
        label="Curtir"
        tone="like"
        icon={<svg />}
        loading={false}
        pressed={false}
        {...{ count }}
        onPress={() => {}}
      />,
    );
  expect(button(1234)).toContain('aria-label="Curtir: 1.234"');
  expect(button(1_234_567)).toContain('aria-label="Curtir: 1,2 mi (1.234.567)"');
});

test("relative time is the server's", () => {
  const time = <RelativeTime date="2026-11-21T11:55:00Z" />;
  const markup = render(<NowProvider start={Date.UTC(2026, 10, 21, 12)}>{time}</NowProvider>);
  expect(markup).toBe(
    '<time dateTime="2026-11-21T11:55:00Z" title="21 de novembro de 2026 às 08:55">há 5 minutos</time>',
  );
});

test("no part writes an inline style, which the Content-Security-Policy would refuse", () => {
  const tabs = [
    { value: "a", label: "Entrar", panel: "…" },
    { value: "b", label: "Cadastrar", panel: "…" },
  ];
  const markup = render(
    <>
      <Tabs label="Conta" tabs={tabs} value="a" onValueChange={() => {}} />
      <Carousel label="Destaques" slides={[{ label: "Um", content: "…" }]} />
      <Tile seed="1" columns={2} rows={2} />
      <TileFrieze seed="1" columns={2} rows={2} />
      <PasswordField label="Senha" />
      <Select label="Ferramenta" options={[]} />
      <FileDrop label="Imagem" accept="image/png" value={null} shown={null} onChange={() => {}} />
      <Tooltip text="Favoritar">
        <button type="button" />
      </Tooltip>
      <Toaster />
    </>,
  );
  expect(markup).toContain('role="tablist"');
  expect(markup).not.toMatch(/<style|\sstyle=/);
});
