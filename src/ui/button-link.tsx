/** Links that look like buttons, and links in running text. Internal ones navigate without a page load. */
import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { type ButtonStyle, buttonStyle } from "./button-style.ts";
import { cx } from "./cx.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "children"> & {
  href: string;
  children: ReactNode;
};

/** An anchor. External addresses open in a new tab; files, such as feeds, load normally. */
export function Anchor({ href, ...rest }: LinkProps) {
  if (/^[a-z]+:/i.test(href)) return <a href={href} rel="noopener" target="_blank" {...rest} />;
  if (/^[^?#]*\.[a-z]+$/.test(href)) return <a href={href} {...rest} />;
  return <Link href={href} {...rest} />;
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <Anchor className={buttonStyle({ variant, size, className })} {...rest} />;
}

export function TextLink({ className, ...rest }: LinkProps) {
  return <Anchor className={cx("text-link", className)} {...rest} />;
}
