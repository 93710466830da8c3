import { register } from "prom-client";
import { describe, expect, test } from "vitest";
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

test("a network has at most what it leaves to others", () => {
  const acquire = openSemaphore({ name: "test", capacity: 10, perCaller: 10 });
  const release = acquire(5, "203.0.113.1");
  expect(() => acquire(1, "203.0.113.1")).toThrow("acessos demais");
  acquire(2, "2001:db8:0:1::1");
  expect(() => acquire(2, "2001:db8:0:2::1")).toThrow("acessos demais");
  release();
  acquire(2, "2001:db8:0:2::1");
  acquire(3, "203.0.113.2");
  expect(() => acquire(1, "203.0.113.2")).toThrow("acessos demais");
  acquire(3, "203.0.113.3");
  expect(() => acquire(1, "203.0.113.4")).toThrow("acessos demais");
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

describe("where there is no room left", () => {
  /** Ten, of which a network keeps two; what ended is told by its name. */
  function openFair() {
    const acquire = openSemaphore({ name: "fair", capacity: 10, perCaller: 20, fair: 2 });
    const ended: string[] = [];
    const take = (address: string, amount: number, name: string) =>
      acquire(amount, address, () => ended.push(name));
    return { acquire, take, ended };
  }

  test("the oldest of who has most ends, until the newcomer has room", () => {
    const { take, ended } = openFair();
    take("203.0.113.1", 2, "other");
    for (const name of ["one", "two", "three"]) take("203.0.113.2", 2, name);
    take("203.0.113.3", 2, "fits");
    expect(ended).toEqual([]);
    take("203.0.113.4", 3, "newcomer");
    expect(ended).toEqual(["one", "two"]);
  });

  test("nobody ends who has a fair part, and the newcomer is refused", () => {
    const { take, ended } = openFair();
    for (let number = 1; number <= 5; number++) take(`203.0.113.${number}`, 2, "fair");
    expect(() => take("203.0.113.6", 1, "newcomer")).toThrow("acessos demais");
    expect(ended).toEqual([]);
  });

  test("the addresses of an IPv6 site are one network", () => {
    const { take, ended } = openFair();
    for (let number = 1; number <= 5; number++) take(`2001:db8:0:${number}::1`, 2, `site ${number}`);
    take("203.0.113.1", 1, "newcomer");
    expect(ended).toEqual(["site 1"]);
  });

  test("who has most makes room for their own", () => {
    const { take, ended } = openFair();
    for (const name of ["one", "two"]) take("203.0.113.1", 5, name);
    const release = take("203.0.113.1", 5, "three");
    expect(ended).toEqual(["one"]);
    release();
    take("203.0.113.2", 5, "fits");
    expect(ended).toEqual(["one"]);
  });

  test("of what cannot end, a network has at most what it leaves to others", () => {
    const { acquire, take, ended } = openFair();
    acquire(3, "2001:db8:0:1::1");
    acquire(2, "2001:db8:0:2::1");
    expect(() => acquire(1, "2001:db8:0:3::1")).toThrow("acessos demais");
    take("2001:db8:0:3::1", 3, "may end");
    acquire(2, "203.0.113.1");
    expect(() => acquire(1, "2001:db8:0:3::1")).toThrow("acessos demais");
    expect(ended).toEqual([]);
  });

  test("what may end keeps nobody from what cannot, who has some", () => {
    const { acquire, take, ended } = openFair();
    acquire(1, "203.0.113.1");
    take("203.0.113.2", 9, "slow");
    acquire(1, "203.0.113.1");
    expect(ended).toEqual(["slow"]);
  });

  test("what has been released, and what cannot end, is left alone", () => {
    const { acquire, take, ended } = openFair();
    take("203.0.113.1", 3, "gone")();
    acquire(8, "203.0.113.1");
    take("203.0.113.2", 2, "fair");
    expect(() => take("203.0.113.3", 1, "newcomer")).toThrow("acessos demais");
    expect(ended).toEqual([]);
  });
});

test("the metrics tell how much is taken", async () => {
  const release = openSemaphore({ name: "measured", capacity: 8, perCaller: 4 })(2, "203.0.113.1");
  const taken = () => register.getSingleMetricAsString("prompteca_room_taken");
  expect(await taken()).toContain('{room="measured"} 0.25');
  release();
  expect(await taken()).toMatch(/\{room="measured"\} 0$/m);
});
