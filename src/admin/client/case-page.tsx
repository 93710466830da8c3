/** `/admin/denuncias/{id}`: one case. */
import { CaseScreen, CaseSkeleton } from "#moderation/client/cases/case-screen.tsx";
import { AdminFrame } from "./admin-frame.tsx";

export function AdminCasePage({ id }: { id: string }) {
  return (
    <AdminFrame title={`Caso ${id}`} skeleton={<CaseSkeleton />} forModerators>
      <CaseScreen key={id} id={id} />
    </AdminFrame>
  );
}
