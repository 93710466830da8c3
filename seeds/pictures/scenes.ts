/** Every scene by name. */
import type { Scene } from "./scene.ts";
import { araucarias } from "./scenes/araucarias.ts";
import { balance } from "./scenes/balance.ts";
import { bicycle } from "./scenes/bicycle.ts";
import { blackboard } from "./scenes/blackboard.ts";
import { bookshelf } from "./scenes/bookshelf.ts";
import { capybara } from "./scenes/capybara.ts";
import { cassettes } from "./scenes/cassettes.ts";
import { coffee } from "./scenes/coffee.ts";
import { concreteArt } from "./scenes/concrete-art.ts";
import { codeDesk, sheetDesk } from "./scenes/desk.ts";
import { dunes } from "./scenes/dunes.ts";
import { facades } from "./scenes/facades.ts";
import { flatlay } from "./scenes/flatlay.ts";
import { fruit } from "./scenes/fruit.ts";
import { hammock } from "./scenes/hammock.ts";
import { isometricRoom } from "./scenes/isometric-room.ts";
import { jaguar } from "./scenes/jaguar.ts";
import { jangada } from "./scenes/jangada.ts";
import { juneFestival } from "./scenes/june-festival.ts";
import { kites } from "./scenes/kites.ts";
import { letters } from "./scenes/letters.ts";
import { lighthouse } from "./scenes/lighthouse.ts";
import { market } from "./scenes/market.ts";
import { metro } from "./scenes/metro.ts";
import { nightCity } from "./scenes/night-city.ts";
import { palace } from "./scenes/palace.ts";
import { pixelQuest } from "./scenes/pixel-quest.ts";
import { portrait } from "./scenes/portrait.ts";
import { promenade } from "./scenes/promenade.ts";
import { quilt } from "./scenes/quilt.ts";
import { rainyWindow } from "./scenes/rainy-window.ts";
import { reef } from "./scenes/reef.ts";
import { road } from "./scenes/road.ts";
import { robotGarden } from "./scenes/robot.ts";
import { stillProduct } from "./scenes/still-product.ts";
import { toucan } from "./scenes/toucan.ts";
import { trailMap } from "./scenes/trail-map.ts";
import { vinyl } from "./scenes/vinyl.ts";
import { woodcut } from "./scenes/woodcut.ts";

export const scenes = {
  araucarias,
  balance,
  bicycle,
  blackboard,
  bookshelf,
  capybara,
  cassettes,
  codeDesk,
  coffee,
  concreteArt,
  dunes,
  facades,
  flatlay,
  fruit,
  hammock,
  isometricRoom,
  jaguar,
  jangada,
  juneFestival,
  kites,
  letters,
  lighthouse,
  market,
  metro,
  nightCity,
  palace,
  pixelQuest,
  portrait,
  promenade,
  quilt,
  rainyWindow,
  reef,
  road,
  robotGarden,
  sheetDesk,
  stillProduct,
  toucan,
  trailMap,
  vinyl,
  woodcut,
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
