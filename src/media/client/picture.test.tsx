import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";

const image = { srcset: "", width: 4, height: 3, color: "#336699", alt: null, animated: false };
const draw = (url: string) =>
  renderToStaticMarkup(<Picture image={{ ...image, url }} alt="Um gato" seed={1} sizes="1rem" fit="cover" />);

test.each(["", "blob:https://prompteca.example/7"])(
  "%j is no picture's address: a tile stands there",
  (url) => {
    expect(draw("/media/a.webp")).toContain('src="/media/a.webp"');
    expect(draw(url)).toMatch(/^<svg/);
    expect(draw(url)).not.toContain("<img");
  },
);
