/** Which addresses lead to one mailbox, for the limits of its mails. */
import { expect, test } from "vitest";
import { mailboxOf } from "./asked-mails.ts";

test.each([
  ["ana@exemplo.com.br", "ana@exemplo.com.br"],
  ["ana+compras@exemplo.com.br", "ana@exemplo.com.br"],
  ["ana+a+b@exemplo.com.br", "ana@exemplo.com.br"],
  ["ana+@exemplo.com.br", "ana@exemplo.com.br"],
  ["+ana@exemplo.com.br", "+ana@exemplo.com.br"],
  ["+ana+b@exemplo.com.br", "+ana@exemplo.com.br"],
  ["ana.maria@exemplo.com.br", "ana.maria@exemplo.com.br"],
  ["a.n.a@gmail.com", "ana@gmail.com"],
  ["a.n.a+x.y@googlemail.com", "ana@gmail.com"],
  ["a.n.a@gmail.com.br", "a.n.a@gmail.com.br"],
])("%s is the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
