"""The AG-UI backend of the end-to-end suite: a real pydantic-ai agent with a scripted model, so no key and no network.

The user's text says what the model does: `call NAME {json} && call NAME {json}` makes it stream those tool calls, a few
fragments each. Given tool results it quotes them, and to anything else it answers with an echo. Frontend tools are those
the page advertises; the server itself has `server_add`, and `delete_file`, which asks for approval (an interrupt).

POST /                        one AG-UI run
GET  /requests?threadId=ID    the runs of a thread: `body` as it was posted, and `shown`, what the model was last given

Binds 127.0.0.1 on PORT, or a free port without it, and prints `listening on PORT`. Ends when its standard input does, so
that it never outlives the tests that started it.
"""

import json
import os
import re
import socket
import sys
import threading
from collections import defaultdict
from collections.abc import AsyncIterator
from contextvars import ContextVar

import uvicorn
from pydantic_ai import Agent
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequestPart,
    ModelResponsePart,
    RetryPromptPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.tools import DeferredToolRequests
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

runs: defaultdict[str, list[dict]] = defaultdict(list)
"""By thread, in the order they came."""

current_run: ContextVar[dict] = ContextVar("current_run")


async def scripted_model(
    messages: list[ModelMessage], info: AgentInfo
) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
    parts = [part for message in messages for part in message.parts]
    current_run.get()["shown"] = [as_shown(part) for part in parts]

    asked = max(i for i, part in enumerate(parts) if isinstance(part, UserPromptPart))
    if results := [part for part in parts[asked:] if isinstance(part, ToolReturnPart | RetryPromptPart)]:
        for result in results:
            yield f"[{result.tool_name} -> {text_of(result)}] "
        yield "done."
        return

    text = text_of_prompt(parts[asked])
    # A call's arguments may be broken on purpose, then they end at the first space.
    calls = re.findall(r"call (\w+) (\{.*?\}|\S+)(?= && |$)", text)
    for index, (name, arguments) in enumerate(calls):
        yield {index: DeltaToolCall(name=name, tool_call_id=f"call_{index}_{name}")}
        size = max(1, len(arguments) // 3)
        for start in range(0, len(arguments), size):
            yield {index: DeltaToolCall(json_args=arguments[start : start + size])}
    if not calls:
        yield f"echo: {text} (tools: {', '.join(tool.name for tool in info.function_tools)})"


def as_shown(part: ModelRequestPart | ModelResponsePart) -> dict:
    match part:
        case ToolCallPart():
            return {"call": part.tool_name, "id": part.tool_call_id, "args": part.args}
        case ToolReturnPart() | RetryPromptPart():
            return {"result": text_of(part), "id": part.tool_call_id}
        case _:
            return {part.part_kind: str(part.content)}


def text_of(result: ToolReturnPart | RetryPromptPart) -> str:
    return result.model_response_str() if isinstance(result, ToolReturnPart) else str(result.content)


def text_of_prompt(prompt: UserPromptPart) -> str:
    content = prompt.content
    return content if isinstance(content, str) else "".join(str(part) for part in content)


agent = Agent(FunctionModel(stream_function=scripted_model), output_type=[str, DeferredToolRequests])


@agent.tool_plain
def server_add(a: int, b: int) -> int:
    """Adds two numbers, on the server."""
    return a + b


@agent.tool_plain(requires_approval=True)
def delete_file(path: str) -> str:
    """Deletes a file on the server, once somebody has approved it."""
    return f"deleted {path}"


async def run(request: Request) -> Response:
    body = json.loads(await request.body())
    this_run = {"body": body, "shown": None}
    runs[body.get("threadId")].append(this_run)
    current_run.set(this_run)
    return await AGUIAdapter.dispatch_request(request, agent=agent)


async def requests(request: Request) -> Response:
    return JSONResponse(runs[request.query_params["threadId"]])


app = Starlette(
    routes=[Route("/", run, methods=["POST"]), Route("/requests", requests)],
    middleware=[
        Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])
    ],
)


def end_with_standard_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    threading.Thread(target=end_with_standard_input, daemon=True).start()
    listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    print(f"listening on {listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
