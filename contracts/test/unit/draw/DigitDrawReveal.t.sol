// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IDigitDraw} from "../../../src/interfaces/IDigitDraw.sol";
import {DrawFixture} from "../../support/DrawFixture.sol";

/// @notice A draw ends: revealed, or expired; and what it owes is claimed.
contract DigitDrawRevealTest is DrawFixture {
    function test_reveal_drawsTheDigitOfSecretBlockAndEntries() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        IDigitDraw.Draw memory before = draw.drawOf(drawId);
        _toTarget(drawId, 1);
        bytes32 targetHash = blockhash(before.targetBlock);
        uint8 digit = uint8(uint256(keccak256(abi.encode(SECRET, targetHash, before.entriesHash))) % 10);
        vm.expectEmit(address(draw));
        emit IDigitDraw.Drawn(drawId, digit, SECRET, targetHash, 90e18);
        draw.reveal(drawId, SECRET);
        assertEq(draw.claimable(drawId, alice), 90e18);
        assertEq(draw.claimable(drawId, bob), 0);
        assertEq(draw.bondFree(), 5_000e18);
        assertEq(draw.potFree(), 9_000e18 - 90e18);

        uint256 had = dr.balanceOf(alice);
        vm.prank(bob); // for alice
        draw.claim(drawId, alice);
        assertEq(dr.balanceOf(alice) - had, 90e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
        draw.claim(drawId, alice);
        assertEq(dr.balanceOf(address(draw)), draw.potFree() + draw.bondFree());
    }

    function test_reveal_revertsTooEarlyTooLateForAnotherSecretAndTwice() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
        _toTarget(drawId, 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
        _toTarget(drawId, 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.SecretWrong.selector, drawId));
        draw.reveal(drawId, keccak256("another"));
        uint256 snapshot = vm.snapshotState();
        _toTarget(drawId, 8_001);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
        vm.revertToState(snapshot);
        _toTarget(drawId, 256);
        draw.reveal(drawId, SECRET);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
    }

    /// @dev Within 256 blocks the opcode says the hash, beyond them the chain's history of 8,191.
    function testFuzz_reveal_drawsTheSameDigitHoweverLongItTook(uint256 beyond, bytes32 targetHash) public {
        vm.assume(targetHash != bytes32(0));
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        IDigitDraw.Draw memory before = draw.drawOf(drawId);
        beyond = bound(beyond, 1, 8_000);
        _toTarget(drawId, beyond);
        if (beyond <= 256) vm.setBlockhash(before.targetBlock, targetHash);
        else _remember(before.targetBlock, targetHash);
        draw.reveal(drawId, SECRET);
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        assertEq(uint256(standing.state), uint256(IDigitDraw.State.Drawn));
        assertEq(standing.targetHash, targetHash);
        assertEq(standing.digit, uint256(keccak256(abi.encode(SECRET, targetHash, before.entriesHash))) % 10);
        assertEq(draw.claimable(drawId, alice), 90e18);
    }

    function test_reveal_isPossibleUpToTheLastBlockBeforeItExpires() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        uint256 targetBlock = draw.drawOf(drawId).targetBlock;
        _toTarget(drawId, 8_000);
        _remember(targetBlock, keccak256("the target block"));
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.RevealStillPossible.selector, drawId));
        draw.expire(drawId);
        draw.reveal(drawId, SECRET);
        assertEq(uint256(draw.drawOf(drawId).state), uint256(IDigitDraw.State.Drawn));
        assertEq(draw.claimable(drawId, alice), 90e18);
    }

    /// @dev No other block is used, and where the chain keeps no history the draw waits for
    /// `expire`.
    function test_reveal_revertsWhenTheChainDoesNotSayTheHash() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        uint256 targetBlock = draw.drawOf(drawId).targetBlock;
        _toTarget(drawId, 257);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.TargetHashUnknown.selector, drawId));
        draw.reveal(drawId, SECRET);
        _remember(targetBlock + 1, keccak256("another block"));
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.TargetHashUnknown.selector, drawId));
        draw.reveal(drawId, SECRET);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.RevealStillPossible.selector, drawId));
        draw.expire(drawId);
        _toTarget(drawId, 8_001);
        draw.expire(drawId);
        assertEq(draw.claimable(drawId, alice), 100e18);
    }

    function test_reveal_ofADrawWithoutEntriesCostsNothing() public {
        uint256 drawId = _open();
        _toTarget(drawId, 1);
        draw.reveal(drawId, SECRET);
        assertEq(draw.potFree(), 9_000e18);
        assertEq(draw.bondFree(), 5_000e18);
    }

    /// @dev On whichever digit falls: pot and bond get back what was not won, and what was burned is paid
    /// nine times.
    function test_reveal_returnsToThePotWhatWasNotWon() public {
        for (uint8 won = 0; won < 2; ++won) {
            uint256 snapshot = vm.snapshotState();
            uint256 drawId = _open();
            bytes32 targetHash = keccak256("target");
            uint8 digit = _digitOf(targetHash, 3e18, won == 1);
            _enter(alice, drawId, digit, 3e18);
            _toTarget(drawId, 1);
            vm.setBlockhash(block.number - 1, targetHash);
            draw.reveal(drawId, SECRET);
            IDigitDraw.Draw memory drawn = draw.drawOf(drawId);
            assertEq(drawn.digit == digit, won == 1);
            assertEq(drawn.secret, SECRET);
            assertEq(draw.claimable(drawId, alice), won == 1 ? 27e18 : 0);
            assertEq(draw.potFree(), won == 1 ? 9_000e18 - 27e18 : 9_000e18);
            assertEq(draw.bondFree(), 5_000e18);
            if (won == 1) {
                vm.expectEmit(address(draw));
                emit IDigitDraw.Claimed(drawId, alice, 27e18);
                draw.claim(drawId, alice);
                assertEq(draw.claimable(drawId, alice), 0);
            } else {
                vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
                draw.claim(drawId, alice);
            }
            vm.revertToState(snapshot);
        }
    }

    /// @dev A digit that wins with alice's one entry on it, or one that does not.
    function _digitOf(bytes32 targetHash, uint256 amount, bool wins) private view returns (uint8 digit) {
        for (digit = 0; digit < 10; ++digit) {
            bytes32 entriesHash = keccak256(abi.encode(bytes32(0), alice, digit, amount));
            bool isDrawn = uint256(keccak256(abi.encode(SECRET, targetHash, entriesHash))) % 10 == digit;
            if (isDrawn == wins) return digit;
        }
        revert("no such digit");
    }

    function test_expire_refundsFromTheBondAndBurnsThePotsMaximum() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 100e18);
        _enter(alice, drawId, 2, 40e18);
        _enter(bob, drawId, 2, 10e18);
        _toTarget(drawId, 8_000);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.RevealStillPossible.selector, drawId));
        draw.expire(drawId);
        _toTarget(drawId, 8_001);
        uint256 supply = dr.totalSupply();
        vm.expectEmit(address(draw));
        emit IDigitDraw.DrawExpired(drawId, 150e18, 900e18);
        draw.expire(drawId);
        assertEq(supply - dr.totalSupply(), 900e18);
        assertEq(draw.claimable(drawId, alice), 140e18);
        draw.claim(drawId, alice);
        draw.claim(drawId, bob);
        assertEq(dr.balanceOf(alice), 20_000_000e18);
        assertEq(dr.balanceOf(bob), 20_000_000e18);
        assertEq(draw.potFree(), 8_100e18);
        assertEq(draw.bondFree(), 4_850e18);
        assertEq(dr.balanceOf(address(draw)), 8_100e18 + 4_850e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.expire(drawId);
    }

    function test_expire_revertsForADrawThatIsOpenOrThatIsNot() public {
        uint256 drawId = _open();
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.expire(drawId);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId + 1));
        draw.expire(drawId + 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId + 1));
        draw.reveal(drawId + 1, SECRET);
    }

    function test_claim_isNothingBeforeTheDrawIsSettledAndGoodOnceOfEachDraw() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        assertEq(draw.claimable(drawId, alice), 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
        draw.claim(drawId, alice);
        _toTarget(drawId, 8_001);
        assertEq(draw.claimable(drawId, alice), 0); // it is not expired until `expire`
        draw.expire(drawId);
        draw.claim(drawId, alice);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
        draw.claim(drawId, alice);

        uint256 next = _open();
        _enterAll(alice, next, 10e18);
        _toTarget(next, 1);
        draw.reveal(next, SECRET);
        assertEq(draw.claimable(next, alice), 90e18);
        draw.claim(next, alice);
    }
}
