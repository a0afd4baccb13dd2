// SPDX-License-Identifier: UNLICENSED
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
    AdminTimelock internal timelock;
    ResultRegistry internal registry;

    function setUp() public {
        timelock = new AdminTimelock(proposer);
        registry = new ResultRegistry(address(timelock), attester);
    }

    function _post(uint256 week, bytes32 hash) internal {
        vm.prank(attester);
        registry.postResult(KIND, week, hash);
    }

    function test_postResult_keepsTheHashAndSaysSo() public {
        assertEq(registry.resultOf(KIND, 2_969), bytes32(0));
        vm.expectEmit(address(registry));
        emit IResultRegistry.ResultPosted(KIND, 2_969, keccak256("file"));
        _post(2_969, keccak256("file"));
        assertEq(registry.resultOf(KIND, 2_969), keccak256("file"));
        assertEq(registry.resultOf("nodes", 2_969), bytes32(0));
        assertEq(registry.resultOf(KIND, 2_970), bytes32(0));
    }

    function test_postResult_theSameAgainChangesNothing() public {
        _post(1, keccak256("file"));
        vm.recordLogs();
        _post(1, keccak256("file"));
        assertEq(vm.getRecordedLogs().length, 0);
        assertEq(registry.resultOf(KIND, 1), keccak256("file"));
    }

    function test_postResult_revertsForAnotherHash() public {
        _post(1, keccak256("file"));
        vm.expectRevert(
            abi.encodeWithSelector(IResultRegistry.ResultStands.selector, KIND, uint256(1), keccak256("file"))
        );
        _post(1, keccak256("another"));
    }

    function test_postResult_revertsForAnybodyElse() public {
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
    }

    function testFuzz_postResult_eachWeekOfEachKindStandsByItself(
        bytes32 kind,
        bytes32 otherKind,
        uint256 week,
        uint256 otherWeek,
        bytes32 hash,
        bytes32 otherHash
    ) public {
        vm.assume(hash != 0 && otherHash != 0 && (kind != otherKind || week != otherWeek));
        vm.startPrank(attester);
        registry.postResult(kind, week, hash);
        registry.postResult(otherKind, otherWeek, otherHash);
        assertEq(registry.resultOf(kind, week), hash);
        assertEq(registry.resultOf(otherKind, otherWeek), otherHash);
    }
}
