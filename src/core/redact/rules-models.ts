/** Providers of language models and what is built around them. */
export const MODEL_RULES = String.raw`
anthropic-key: Anthropic: API, admin, session or OAuth key
  sk-ant-
  sk-ant-[a-z]{2,8}\d{2}-[A-Za-z0-9_-]{20,}
openai-project-key: OpenAI: key of a project, a service account or an administrator
  sk-proj- sk-svcacct- sk-admin- sk-none-
  sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}
openrouter-key: OpenRouter: API key
  sk-or-v1-
  sk-or-v1-[0-9a-f]{40,}
openai-key: OpenAI: key of the older form, told by the T3BlbkFJ in it
  t3blbkfj
  sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}
sk-key word random: DeepSeek, Moonshot, Together and others that took over OpenAI's sk- prefix
  sk-
  sk-[A-Za-z0-9]{32,}
huggingface-token word: Hugging Face: token of a person or an organisation
  hf_ api_org_
  (?:hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z]{34})
replicate-token: Replicate: API token
  r8_
  r8_[A-Za-z0-9]{37}
groq-key: Groq: API key
  gsk_
  gsk_[A-Za-z0-9]{48,}
xai-key: xAI: API key
  xai-
  xai-[A-Za-z0-9]{60,}
perplexity-key: Perplexity: API key
  pplx-
  pplx-[A-Za-z0-9]{32,}
cerebras-key: Cerebras: API key
  csk-
  csk-[a-z0-9]{40,}
fireworks-key word random: Fireworks: API key
  fw_
  fw_[A-Za-z0-9]{20,}
nvidia-key: NVIDIA: key for NIM and NGC
  nvapi-
  nvapi-[A-Za-z0-9_-]{50,}
langsmith-key: LangSmith: personal or service key
  lsv2_
  lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}
langfuse-key: Langfuse: secret key
  sk-lf-
  sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
pinecone-key: Pinecone: API key
  pcsk_
  pcsk_[A-Za-z0-9_]{40,}
elevenlabs-key word: ElevenLabs: API key
  sk_
  sk_[0-9a-f]{48}(?![A-Za-z0-9])
tavily-key: Tavily: API key
  tvly-
  tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,}
jina-key: Jina: API key
  jina_
  jina_[A-Za-z0-9_-]{50,}
apify-token: Apify: API token
  apify_api_
  apify_api_[A-Za-z0-9]{30,}
`;
