// SPDX-License-Identifier: Apache-2.0
#include <espalier/drawing/progress.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <utility>

namespace espalier::drawing {
namespace {

struct Fixture {
  explicit Fixture(ProgressStyle style, Index total = 100, Index done = 0) {
    Progress::Options options;
    options.style = style;
    options.clock = [this] { return seconds; };
    progress = std::make_unique<Progress>(stream, "run", total, done, options);
  }
  double seconds = 0;
  std::ostringstream stream;
  std::unique_ptr<Progress> progress;
};

TEST(Progress, LinesAtTheirIntervalOnly) {
  Fixture test(ProgressStyle::kLines);
  test.seconds = 1;
  test.progress->update(10, "loss 6.5");
  test.seconds = 5;
  test.progress->update(20);  // too soon
  test.seconds = 11;
  test.progress->update(44, "loss 6.1");
  EXPECT_EQ(test.stream.str(),
            "run 10%  10/100 steps  loss 6.5\n"
            "run 44%  44/100 steps  4/s  0:14 left  loss 6.1\n");
}

TEST(Progress, BarIsRedrawnInPlaceAndCoversALongerLine) {
  Fixture test(ProgressStyle::kBar);
  test.seconds = 10;
  test.progress->update(50, "a long note");
  test.seconds = 20;
  test.progress->finish("b");
  EXPECT_EQ(test.stream.str(),
            "\rrun [##########..........] 50%  50/100 steps  5/s  0:10 left  a long note"
            "\rrun [##########..........] 50%  50/100 steps  2.5/s  0:20 left  b        \n");
}

TEST(Progress, RateOfAResumedTaskIsThatOfThisSession) {
  Fixture test(ProgressStyle::kLines, 100, 80);
  test.seconds = 10;
  test.progress->update(90);
  EXPECT_EQ(test.stream.str(), "run 90%  90/100 steps  1/s  0:10 left\n");
}

TEST(Progress, UnitsUnderWayTellTheTimeLeftBeforeOneIsDone) {
  std::ostringstream stream;
  double seconds = 0;
  Progress::Options options;
  options.unit = "runs";
  options.under_way = 0.5;  // of an earlier session
  options.clock = [&] { return seconds; };
  Progress progress(stream, "sweep", 2, 0, options);
  seconds = 20;
  progress.update(0, {}, 1.0);
  seconds = 40;
  progress.update(1, {}, 0.75);
  seconds = 50;
  progress.update(2);
  EXPECT_EQ(stream.str(),
            "sweep 50%  0/2 runs  0.025/s  0:40 left\n"
            "sweep 87%  1/2 runs  0.0312/s  0:08 left\n"
            "sweep 100%  2/2 runs  0.03/s  in 0:50\n");
}

TEST(Progress, EndSaysHowLongItTook) {
  Fixture test(ProgressStyle::kLines);
  test.seconds = 3725;
  test.progress->update(100);
  EXPECT_EQ(test.stream.str(), "run 100%  100/100 steps  0.0268/s  in 1:02:05\n");
}

// A first step that waits for nothing, or for the data, would promise hours or seconds.
TEST(Progress, RateAndTimeLeftAreToldAfterSomeSecondsOrAtTheEnd) {
  Fixture test(ProgressStyle::kBar);
  for (const double seconds : {1.9, 2.2}) {
    test.seconds = seconds;
    test.progress->update(11);
  }
  EXPECT_EQ(test.stream.str(),
            "\rrun [##..................] 11%  11/100 steps"
            "\rrun [##..................] 11%  11/100 steps  5/s  0:18 left");
  Fixture brief(ProgressStyle::kLines);
  brief.seconds = 0.25;
  brief.progress->update(100);
  EXPECT_EQ(brief.stream.str(), "run 100%  100/100 steps  400/s  in 0:00\n");
}

TEST(Progress, SlowRatesAreByTheHour) {
  Fixture test(ProgressStyle::kLines, 10);
  test.seconds = 720;
  test.progress->update(1);
  EXPECT_EQ(test.stream.str(), "run 10%  1/10 steps  5/h  1:48:00 left\n");
}

TEST(Progress, FractionsShowWhatIsUnderWay) {
  std::ostringstream stream;
  Progress::Options options;
  options.unit = "minutes";
  options.fractions = true;
  options.clock = [] { return 0.0; };
  Progress(stream, "sweep", 1, 0, options).update(0, {}, 0.25);
  EXPECT_EQ(stream.str(), "sweep 25%  0.25/1 minutes\n");
}

TEST(Progress, MessagesClearTheBarFirst) {
  Fixture test(ProgressStyle::kBar, 4);
  test.progress->update(0);
  test.progress->message("validation");
  EXPECT_EQ(test.stream.str(), "\rrun [....................] 0%  0/4 steps\r" +
                                   std::string(40, ' ') + "\rvalidation\n");
}

TEST(Progress, BarIsCutToTheTerminal) {
  std::ostringstream stream;
  Progress::Options options;
  options.style = ProgressStyle::kBar;
  options.columns = 10;
  Progress progress(stream, "run", 2, 0, options);
  progress.update(0);
  EXPECT_EQ(stream.str(), "\rrun [....");
}

TEST(Progress, ABarThatIsCutEndsWithAWholeLetter) {
  for (const auto& [columns, bar] : {std::pair(4, "\rgr"), std::pair(5, "\rgrö")}) {
    std::ostringstream stream;
    Progress::Options options;
    options.style = ProgressStyle::kBar;
    options.columns = static_cast<std::size_t>(columns);
    Progress(stream, "größe", 2, 0, options).update(0);
    EXPECT_EQ(stream.str(), bar);
  }
}

TEST(Progress, QuietSaysNothing) {
  Fixture test(ProgressStyle::kQuiet);
  test.progress->update(10);
  test.progress->message("x");
  test.progress->finish();
  EXPECT_EQ(test.stream.str(), "");
  EXPECT_EQ(progress_options(true).style, ProgressStyle::kQuiet);
}

TEST(Progress, EmptyTasksAndUnknownTimesAreNoTrouble) {
  Fixture test(ProgressStyle::kLines, 0);
  test.progress->finish();
  EXPECT_EQ(test.stream.str(), "run 100%  0/0 steps\n");
  EXPECT_EQ(format_duration(59.6), "1:00");
  EXPECT_EQ(format_duration(-1), "?");
  EXPECT_EQ(format_duration(1e300), "?");
}

}  // namespace
}  // namespace espalier::drawing
