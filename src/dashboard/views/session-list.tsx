import { useAnswer } from "../api/use-answer.ts";
import { Ago, Name } from "../parts/item-mark.tsx";
import { Answered, Empty } from "../parts/notices.tsx";
import { ShownPart, Table } from "../parts/table.tsx";
import { addressOf } from "../shell/route.ts";

/** Sessions, the most recently active first. */
export function SessionList() {
  const state = useAnswer("sessionList", { limit: 200 });
  return (
    <Answered state={state}>
      {({ sessions, total }) =>
        total === 0 ? (
          <Empty title="No session is recorded yet" />
        ) : (
          <>
            <Table columns={["Session", "Agent", "State", "#Turns", "#Unread", "Last heard"]}>
              {sessions.map(({ id, agent, status, turns, unread, last_at }) => (
                <tr key={id}>
                  <td>
                    <a href={addressOf("session", id)}>
                      <Name text={id} max={36} />
                    </a>
                  </td>
                  <td>
                    <Name text={agent} max={28} />
                  </td>
                  <td>{status}</td>
                  <td class="right number" data-unit="turns">
                    {turns}
                  </td>
                  <td class="right number" data-unit="unread">
                    {unread}
                  </td>
                  <td>
                    <Ago at={last_at} />
                  </td>
                </tr>
              ))}
            </Table>
            <ShownPart shown={sessions.length} total={total} />
          </>
        )
      }
    </Answered>
  );
}
