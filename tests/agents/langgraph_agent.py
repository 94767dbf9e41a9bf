"""A second AG-UI backend of the end-to-end suite: real LangGraph graphs by ag-ui-langgraph, with a scripted model.

Each path is a graph, as the protocol's own demos have them:

POST /chat      the page's tools. `call NAME {json} && call NAME {json}` makes the model call them; results are quoted
POST /document  a document in the shared state, predicted from the arguments of `write_document` while they stream
POST /steps     a plan in the shared state, whose steps get done one after the other
POST /ask       an interrupt by `interrupt()`: the graph waits for the person's answer, and says it

GET /requests?threadId=ID    the runs of a thread, as they were posted

Binds 127.0.0.1 on a free port, and prints `listening on PORT`. Ends when its standard input does.
"""

import json
import os
import re
import socket
import sys
import threading
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from ag_ui_langgraph import LangGraphAgent, add_langgraph_fastapi_endpoint
from fastapi import FastAPI, Request
from fastapi.middleware.cors import CORSMiddleware
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import interrupt


class ScriptedModel(BaseChatModel):
    """Calls what the last message of the person says, and quotes the results."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(self, *_: Any, **__: Any) -> ChatResult:
        raise NotImplementedError("The model is only asked for a stream.")

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in script(messages):
            yield ChatGenerationChunk(message=chunk)


def script(messages: list[BaseMessage]) -> list[AIMessageChunk]:
    asked = max(at for at, message in enumerate(messages) if message.type == "human")
    results = [message for message in messages[asked:] if isinstance(message, ToolMessage)]
    if results:
        return [AIMessageChunk(content=piece) for piece in (*(f"[{each.text}] " for each in results), "done.")]
    text = messages[asked].text
    calls = re.findall(r"call (\w+) (\{.*?\})(?= && |$)", text)
    if not calls:
        return [AIMessageChunk(content=piece) for piece in ("echo: ", text)]
    chunks: list[AIMessageChunk] = []
    for index, (name, arguments) in enumerate(calls):
        chunks.append(piece_of(index, "", name=name, id=f"call_{asked}_{index}"))
        size = max(1, len(arguments) // 4)
        chunks += [piece_of(index, arguments[at : at + size]) for at in range(0, len(arguments), size)]
    return chunks


def piece_of(index: int, args: str, name: str | None = None, id: str | None = None) -> AIMessageChunk:
    chunk = {"name": name, "args": args, "id": id, "index": index, "type": "tool_call_chunk"}
    return AIMessageChunk(content="", tool_call_chunks=[chunk])


model = ScriptedModel()


class ChatState(MessagesState):
    tools: list[Any]


async def answer(state: ChatState, config: RunnableConfig) -> dict:
    return {"messages": [await model.ainvoke(state["messages"], config)]}


class DocumentState(ChatState):
    document: str


async def write(state: DocumentState, config: RunnableConfig) -> dict:
    config = {**config, "metadata": {**config.get("metadata", {}), "predict_state": predicted}}
    message = await model.ainvoke(state["messages"], config)
    [call] = message.tool_calls
    written = ToolMessage("The document is written.", tool_call_id=call["id"])
    return {"messages": [message, written], "document": call["args"]["document"]}


predicted = [{"state_key": "document", "tool": "write_document", "tool_argument": "document"}]


class StepsState(ChatState):
    steps: list[dict]


async def plan(_: StepsState) -> dict:
    return {"steps": [{"description": name, "status": "pending"} for name in ("one", "two")]}


async def first(state: StepsState) -> dict:
    return {"steps": done(state["steps"], 1)}


async def second(state: StepsState) -> dict:
    return {"steps": done(state["steps"], 2)}


def done(steps: list[dict], count: int) -> list[dict]:
    return [{**step, "status": "completed" if at < count else "pending"} for at, step in enumerate(steps)]


async def ask(_: ChatState) -> dict:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    said = interrupt({"reason": "input", "message": "Which city?", "responseSchema": schema})
    # What arrives here is what the person answered; a cancelled interrupt is a marker of the adapter's.
    return {"messages": [AIMessage(f"The answer is {json.dumps(said)}.")]}


def graph_of(state: type, *nodes: Any) -> Any:
    builder = StateGraph(state)
    names = [node.__name__ for node in nodes]
    for name, node in zip(names, nodes, strict=True):
        builder.add_node(name, node)
    for one, other in zip([START, *names], [*names, END], strict=True):
        builder.add_edge(one, other)
    return builder.compile(checkpointer=MemorySaver())


graphs = {
    "chat": graph_of(ChatState, answer),
    "document": graph_of(DocumentState, write, answer),
    "steps": graph_of(StepsState, plan, first, second, answer),
    "ask": graph_of(ChatState, ask),
}

runs: defaultdict[str, list[dict]] = defaultdict(list)
app = FastAPI()
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])
for name, graph in graphs.items():
    agent = LangGraphAgent(name=name, graph=graph, emit_interrupt_outcome=True)
    add_langgraph_fastapi_endpoint(app, agent, f"/{name}")


@app.middleware("http")
async def record(request: Request, call_next: Any) -> Any:
    if request.method == "POST":
        body = json.loads(await request.body())
        runs[body["threadId"]].append({"body": body})
    return await call_next(request)


@app.get("/requests")
def requests(threadId: str) -> list[dict]:
    return runs[threadId]


def end_with_standard_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    threading.Thread(target=end_with_standard_input, daemon=True).start()
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"listening on {listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
