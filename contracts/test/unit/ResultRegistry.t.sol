// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {AdminTimelock} from "../../src/AdminTimelock.sol";
import {ResultRegistry} from "../../src/ResultRegistry.sol";
import {IResultRegistry} from "../../src/interfaces/IResultRegistry.sol";

contract ResultRegistryTest is Test {
    bytes32 internal constant KIND = "dividends";
    address internal immutable attester = makeAddr("attester");
    address internal immutable stranger = makeAddr("stranger");
    address internal immutable proposer = makeAddr("proposer");
    address internal immutable guardian = makeAddr("guardian");
    AdminTimelock internal timelock;
    ResultRegistry internal registry;

    function setUp() public {
        vm.warp(1_795_651_200); // Thursday of week 2,968: seconds since Monday 1970-01-05, by seven days
        timelock = new AdminTimelock(proposer, guardian);
        registry = new ResultRegistry(address(timelock), attester);
    }

    function _post(uint256 week, bytes32 hash) internal {
        vm.prank(attester);
        registry.postResult(KIND, week, hash);
    }

    function test_postResult_keepsTheHashAndSaysSo() public {
        assertEq(registry.resultOf(KIND, 2_900), bytes32(0));
        assertEq(registry.attesterOf(KIND, 2_900), address(0));
        vm.expectEmit(address(registry));
        emit IResultRegistry.ResultPosted(KIND, 2_900, attester, keccak256("file"));
        _post(2_900, keccak256("file"));
        assertEq(registry.resultOf(KIND, 2_900), keccak256("file"));
        assertEq(registry.attesterOf(KIND, 2_900), attester);
        assertEq(registry.resultOf("nodes", 2_900), bytes32(0));
        assertEq(registry.resultOf(KIND, 2_901), bytes32(0));
    }

    function test_postResult_theSameAgainChangesNothing() public {
        _post(1, keccak256("file"));
        vm.recordLogs();
        _post(1, keccak256("file"));
        assertEq(vm.getRecordedLogs().length, 0);
        assertEq(registry.resultOf(KIND, 1), keccak256("file"));
    }

    /// @dev The key that replaced the author and posts the same again does not become the author.
    function test_postResult_theSameAgainByASuccessorKeepsTheAuthor() public {
        _post(1, keccak256("file"));
        vm.prank(address(timelock));
        registry.setAttester(stranger);
        vm.prank(stranger);
        registry.postResult(KIND, 1, keccak256("file"));
        assertEq(registry.attesterOf(KIND, 1), attester);
        assertEq(registry.resultCount(), 1);
    }

    function test_postResult_revertsForAnotherHash() public {
        _post(1, keccak256("file"));
        vm.expectRevert(
            abi.encodeWithSelector(IResultRegistry.ResultStands.selector, KIND, uint256(1), keccak256("file"))
        );
        _post(1, keccak256("another"));
    }

    function test_postResult_revertsForAnyoneElse() public {
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank([stranger, proposer, address(timelock)][i]);
            vm.expectRevert(IResultRegistry.NotAttester.selector);
            registry.postResult(KIND, 1, keccak256("file"));
        }
    }

    function test_postResult_revertsForNoHash() public {
        vm.expectRevert(IResultRegistry.ZeroValue.selector);
        _post(1, bytes32(0));
    }

    function test_setAttester_isTheTimelocksAlone() public {
        vm.prank(attester);
        vm.expectRevert(IResultRegistry.NotAdmin.selector);
        registry.setAttester(stranger);

        _post(1, keccak256("file"));
        bytes memory call = abi.encodeCall(registry.setAttester, (stranger));
        vm.prank(proposer);
        timelock.schedule(address(registry), 0, call, 0, 0, 14 days);
        skip(14 days);
        vm.expectEmit(address(registry));
        emit IResultRegistry.AttesterSet(attester, stranger);
        timelock.execute(address(registry), 0, call, 0, 0);

        assertEq(registry.attester(), stranger);
        assertEq(registry.resultOf(KIND, 1), keccak256("file"));
        vm.prank(stranger);
        registry.postResult(KIND, 2, keccak256("next"));
        vm.expectRevert(IResultRegistry.NotAttester.selector);
        _post(3, keccak256("too late"));
    }

    function test_roles_revertWhenMissingOrShared() public {
        vm.expectRevert(IResultRegistry.ZeroValue.selector);
        new ResultRegistry(address(0), attester);
        vm.expectRevert(IResultRegistry.ZeroValue.selector);
        new ResultRegistry(address(timelock), address(0));
        vm.expectRevert(IResultRegistry.RolesNotDistinct.selector);
        new ResultRegistry(attester, attester);
        vm.startPrank(address(timelock));
        vm.expectRevert(IResultRegistry.ZeroValue.selector);
        registry.setAttester(address(0));
        vm.expectRevert(IResultRegistry.RolesNotDistinct.selector);
        registry.setAttester(address(timelock));
        vm.expectRevert(IResultRegistry.RolesNotDistinct.selector);
        registry.setAttester(proposer);
        vm.expectRevert(IResultRegistry.RolesNotDistinct.selector);
        registry.setAttester(guardian);
    }

    function test_attester_isAnnouncedAtDeployment() public {
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.expectEmit(at);
        emit IResultRegistry.AttesterSet(address(0), attester);
        ResultRegistry other = new ResultRegistry(address(timelock), attester);
        assertEq(other.ADMIN(), address(timelock));
        assertEq(other.attester(), attester);
    }

    /// @dev An admin that is a key has no roles: it alone is refused.
    function test_attester_mayBeAnyoneButAnAdminThatIsAKey() public {
        ResultRegistry other = new ResultRegistry(stranger, attester);
        vm.startPrank(stranger);
        other.setAttester(proposer);
        vm.expectRevert(IResultRegistry.RolesNotDistinct.selector);
        other.setAttester(stranger);
    }

    function test_currentWeek_beginsOnMonday() public {
        vm.warp(1_795_392_000 - 1); // Sunday 2026-11-22 23:59:59 UTC
        uint256 week = registry.currentWeek();
        assertEq(week, 2_967);
        skip(1); // Monday 2026-11-23 00:00:00 UTC
        assertEq(registry.currentWeek(), 2_968);
        skip(7 days - 1);
        assertEq(registry.currentWeek(), 2_968);
    }

    function test_postResult_revertsUntilTheWeekIsOver() public {
        vm.warp(1_795_392_000 - 1); // Sunday 2026-11-22 23:59:59 UTC, the last second of week 2,967
        vm.expectRevert(abi.encodeWithSelector(IResultRegistry.WeekNotOver.selector, uint256(2_967)));
        _post(2_967, keccak256("file"));
        skip(1);
        _post(2_967, keccak256("file"));
        assertEq(registry.resultOf(KIND, 2_967), keccak256("file"));
    }

    function test_postResult_revertsForAnUnknownKind() public {
        bytes32[3] memory kinds = [bytes32("dividend"), bytes32("Nodes"), bytes32(0)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IResultRegistry.KindUnknown.selector, kinds[i]));
            vm.prank(attester);
            registry.postResult(kinds[i], 1, keccak256("file"));
        }
    }

    /// @dev The audit's M-4: a minute with the attester's key took the place of every weekly result to come.
    function test_attack_aStolenAttesterTakesNoWeekToComeAndIsDistinguished() public {
        uint256 week = registry.currentWeek();
        for (uint256 next = week; next < week + 104; ++next) {
            vm.expectRevert(abi.encodeWithSelector(IResultRegistry.WeekNotOver.selector, next));
            _post(next, bytes32(uint256(1)));
        }
        _post(week - 1, bytes32(uint256(1))); // over, and not posted yet: the false hash stays, with its author's name

        address honest = makeAddr("honest");
        bytes memory call = abi.encodeCall(registry.setAttester, (honest));
        vm.prank(proposer);
        timelock.schedule(address(registry), 0, call, 0, 0, 14 days);
        skip(14 days);
        timelock.execute(address(registry), 0, call, 0, 0);
        vm.startPrank(honest);
        registry.postResult(KIND, week, keccak256("the real file"));
        vm.expectRevert(
            abi.encodeWithSelector(IResultRegistry.ResultStands.selector, KIND, week - 1, bytes32(uint256(1)))
        );
        registry.postResult(KIND, week - 1, keccak256("the real file"));
        vm.stopPrank();
        assertEq(registry.attesterOf(KIND, week), registry.attester());
        assertEq(registry.attesterOf(KIND, week - 1), attester);
    }

    function _release(bytes32 sums) internal {
        vm.prank(attester);
        registry.postRelease(sums);
    }

    function test_postRelease_numbersThemAndSaysSo() public {
        assertEq(registry.releaseCount(), 0);
        assertEq(registry.releaseOf(0), bytes32(0));
        vm.expectEmit(address(registry));
        emit IResultRegistry.ReleasePosted(0, attester, sha256("one"));
        _release(sha256("one"));
        vm.expectEmit(address(registry));
        emit IResultRegistry.ReleasePosted(1, attester, sha256("two"));
        _release(sha256("two"));
        assertEq(registry.releaseCount(), 2);
        assertEq(registry.releaseOf(0), sha256("one"));
        assertEq(registry.releaseOf(1), sha256("two"));
        assertEq(registry.releaseOf(2), bytes32(0));
        assertEq(registry.releaseOf(type(uint256).max), bytes32(0));
        assertEq(registry.resultCount(), 0);
    }

    function test_postRelease_theNewestAgainChangesNothing() public {
        _release(sha256("one"));
        vm.recordLogs();
        _release(sha256("one"));
        assertEq(vm.getRecordedLogs().length, 0);
        assertEq(registry.releaseCount(), 1);
    }

    function test_postRelease_goesBackOpenly() public {
        _release(sha256("one"));
        _release(sha256("two"));
        _release(sha256("one"));
        assertEq(registry.releaseCount(), 3);
        assertEq(registry.releaseOf(2), sha256("one"));
    }

    function test_postRelease_revertsForNoSumsAndAnyoneElse() public {
        vm.expectRevert(IResultRegistry.ZeroValue.selector);
        _release(bytes32(0));
        bytes32 sums = sha256("one");
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank([stranger, proposer, address(timelock)][i]);
            vm.expectRevert(IResultRegistry.NotAttester.selector);
            registry.postRelease(sums);
        }
        assertEq(registry.releaseCount(), 0);
    }

    function testFuzz_postResult_eachWeekOfEachKindStandsByItself(
        bool nodes,
        bool otherNodes,
        uint256 week,
        uint256 otherWeek,
        bytes32 hash,
        bytes32 otherHash
    ) public {
        (week, otherWeek) = (bound(week, 0, 2_967), bound(otherWeek, 0, 2_967));
        vm.assume(hash != 0 && otherHash != 0 && (nodes != otherNodes || week != otherWeek));
        bytes32 kind = nodes ? bytes32("nodes") : bytes32("dividends");
        bytes32 otherKind = otherNodes ? bytes32("nodes") : bytes32("dividends");
        vm.startPrank(attester);
        registry.postResult(kind, week, hash);
        registry.postResult(otherKind, otherWeek, otherHash);
        assertEq(registry.resultOf(kind, week), hash);
        assertEq(registry.resultOf(otherKind, otherWeek), otherHash);
    }
}
