import { register } from "prom-client";
import { expect, test } from "vitest";
import { INTERNAL_CALLER, openSemaphore } from "./semaphore.ts";

const open = () => openSemaphore({ name: "test", capacity: 10, perCaller: 4 });

test("an amount is acquired until it is released, once", () => {
  const acquire = open();
  const release = acquire(4, "203.0.113.1");
  for (const address of ["203.0.113.2", "203.0.113.3"]) acquire(3, address);
  expect(() => acquire(1, "203.0.113.4")).toThrow("acessos demais");
  release();
  release();
  acquire(4, "203.0.113.4");
  expect(() => acquire(1, "203.0.113.5")).toThrow("acessos demais");
});

test("an address gets a share of the capacity, and the addresses of an IPv6 customer get one together", () => {
  const acquire = open();
  acquire(3, "2001:db8:0:1::1");
  expect(() => acquire(2, "2001:db8:0:1:ffff::2")).toThrow("acessos demais");
  acquire(2, "2001:db8:0:2::1");
});

test("calls from within the process may use the whole capacity", () => {
  const acquire = open();
  for (let acquired = 0; acquired < 10; acquired++) acquire(1, INTERNAL_CALLER);
  expect(() => acquire(1)).toThrow("acessos demais");
});

test("of a share that is released in part, the rest stays taken", () => {
  const acquire = open();
  const release = acquire(3, "203.0.113.1");
  acquire(1, "203.0.113.1");
  release();
  expect(() => acquire(4, "203.0.113.1")).toThrow("acessos demais");
  acquire(3, "203.0.113.1");
});

test("the metrics tell how much is taken", async () => {
  const release = openSemaphore({ name: "measured", capacity: 8, perCaller: 4 })(2, "203.0.113.1");
  const taken = () => register.getSingleMetricAsString("prompteca_room_taken");
  expect(await taken()).toContain('{room="measured"} 0.25');
  release();
  expect(await taken()).toMatch(/\{room="measured"\} 0$/m);
});
