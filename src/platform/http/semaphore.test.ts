import { describe, expect, test } from "vitest";
import { tooBusy } from "./errors.ts";
import { INTERNAL_CALLER, openSemaphore } from "./semaphore.ts";

const open = () => openSemaphore({ name: "test", capacity: 10, perCaller: 4, refusal: tooBusy });

describe("room", () => {
  test("is taken until it is given back, once", () => {
    const room = open();
    const leave = room(4, "203.0.113.1");
    for (const address of ["203.0.113.2", "203.0.113.3"]) room(3, address);
    expect(() => room(1, "203.0.113.4")).toThrow("acessos demais");
    leave();
    leave();
    room(4, "203.0.113.4");
    expect(() => room(1, "203.0.113.5")).toThrow("acessos demais");
  });

  test("is for nobody alone: an address has a share of it, an IPv6 customer as one", () => {
    const room = open();
    room(3, "2001:db8:0:1::1");
    expect(() => room(2, "2001:db8:0:1:ffff::2")).toThrow("acessos demais");
    room(2, "2001:db8:0:2::1");
  });

  test("is all there for what was let in before", () => {
    const room = open();
    for (let taken = 0; taken < 10; taken++) room(1, INTERNAL_CALLER);
    expect(() => room(1)).toThrow("acessos demais");
  });
});
