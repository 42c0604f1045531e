// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/pytorch_step.h>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include <espalier/benchmarks/baselines/implementation.h>
#include <espalier/models/checkpoints/weights_file.h>

namespace espalier::benchmarks {
namespace {

using Json = nlohmann::json;

/// A child process that answers each line that it is sent with a line.
class LineProcess {
 public:
  explicit LineProcess(const std::vector<std::string>& command) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::runtime_error("pytorch: no pair of sockets");
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(ends[1], STDIN_FILENO);
      ::dup2(ends[1], STDOUT_FILENO);
      ::execvp(words[0], words.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    socket_ = ends[0];
    if (child_ < 0) {
      ::close(socket_);
      throw std::runtime_error("pytorch: no process");
    }
  }
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;
  ~LineProcess() {
    ::close(socket_);  // the child reads the end of its input, and ends
    ::waitpid(child_, nullptr, 0);
  }

  /// The answer; empty if the process has ended.
  std::string ask(const std::string& question) {
    const std::string line = question + '\n';
    for (std::size_t sent = 0; sent < line.size();) {
      const ssize_t n = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return "";
      sent += static_cast<std::size_t>(n);
    }
    std::string answer;
    for (;;) {
      char c = 0;
      const ssize_t n = ::read(socket_, &c, 1);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return "";
      if (c == '\n') return answer;
      answer += c;
    }
  }

 private:
  pid_t child_ = -1;
  int socket_ = -1;
};

class PytorchRunner : public Runner {
 public:
  explicit PytorchRunner(std::unique_ptr<LineProcess> process) : process_(std::move(process)) {}
  void run() override {
    if (process_->ask("step") != "done")
      throw std::runtime_error("pytorch: the process ended within a step");
  }
  std::vector<float> result() const override { return {}; }  // its loss was compared at the start

 private:
  std::unique_ptr<LineProcess> process_;
};

}  // namespace

PytorchStep make_pytorch_step(const std::string& python, const models::ModelConfig& config,
                              TrainStep& ours, const StepBatch& batch, Type type, int threads) {
  if (config.family != "bert") return {nullptr, "no model of the family " + config.family};
  std::vector<std::string> command;
  if (const char* const forced = forced_target_of_peer("avx512", "avx2", "default"))
    command = {
        "env", std::string("ATEN_CPU_CAPABILITY=") + forced,
        std::string("ONEDNN_MAX_CPU_ISA=") + forced_target_of_peer("AVX512_CORE", "AVX2", "SSE41")};
  command.insert(command.end(),
                 {python, std::string(ESPALIER_BENCH_SCRIPTS) + "/train_step_pytorch.py"});
  auto process = std::make_unique<LineProcess>(command);
  const Json hello = Json::parse(process->ask("hello"), nullptr, false);
  if (!hello.is_object()) return {nullptr, python + " does not run train_step_pytorch.py"};
  if (hello.contains("error")) return {nullptr, hello["error"].get<std::string>()};
  // In a folder of that process, which removes it however this one ends.
  models::save_weights(hello.at("weights").get<std::string>(), ours.parameters());
  const Json problem = {{"layers", config.layers},      {"heads", config.heads},
                        {"sequence", batch.sequence},   {"tokens", batch.tokens},
                        {"positions", batch.positions}, {"labels", batch.labels},
                        {"type", type_name(type)},      {"threads", threads}};
  const Json ready = Json::parse(process->ask(problem.dump()), nullptr, false);
  if (!ready.is_object() || !ready.contains("loss"))
    throw std::runtime_error("pytorch: made no model of " + config.name);
  const auto loss = ready["loss"].get<double>();
  const double expected = ours.loss();
  // In bf16 PyTorch rounds the results of products too, which counts as another rounding of the
  // operands of the next.
  const double bound = (type == Type::kBf16 ? 2 : 1) * step_bound(config, type);
  const bool same = std::abs(loss - expected) <= bound * expected;
  if (!same)
    throw std::runtime_error("pytorch: loss " + std::to_string(loss) + " of " + config.name +
                             "; expected " + std::to_string(expected));
  return {std::make_unique<PytorchRunner>(std::move(process)), hello["version"].get<std::string>()};
}

}  // namespace espalier::benchmarks
