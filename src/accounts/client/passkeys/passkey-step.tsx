/** Asks staff for their passkey; loaded when that is needed. */
import { Suspense } from "react";
import { lazyPart } from "#ui/lazy-part.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { StepProps } from "./passkey-step-form.tsx";

const Form = lazyPart(async () => (await import("./passkey-step-form.tsx")).PasskeyStepForm);

export const PasskeyStep = (props: StepProps) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <Form {...props} />
  </Suspense>
);
